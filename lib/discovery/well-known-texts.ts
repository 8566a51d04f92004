import "server-only";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { absoluteUrl } from "@/lib/platform/site";
import { rootPath } from "./opds/urls";
import { embedPath, feedPath } from "./urls";

/** robots.txt. Where browsing needs a sign-in, crawlers must not index anything. */
export function robotsText(): string {
  if (!env().PUBLIC_BROWSING) return "User-agent: *\nDisallow: /\n";
  return `User-agent: *
Allow: /
Disallow: /api/
Disallow: /dashboard
Disallow: /login
Disallow: /my-cast
Disallow: /my-stories
Disallow: /opds/stories/*/books/
Disallow: /register
Disallow: /report
Disallow: /story/*/scene/
Disallow: /search

Sitemap: ${absoluteUrl("/sitemap.xml")}
`;
}

/** The security contact (RFC 9116); null where none is configured. */
export function securityText(now = new Date()): string | null {
  const { SECURITY_CONTACT } = env();
  if (!SECURITY_CONTACT) return null;
  // Expires half a year after the first of this month, so that the text stays the same for a while.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1));
  return `Contact: ${SECURITY_CONTACT}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${absoluteUrl("/.well-known/security.txt")}
`;
}

/** The site's description for language models (llmstxt.org). */
export function llmsText(): string {
  if (!env().PUBLIC_BROWSING) {
    return `# ${brand.name}\n\n> ${brand.tagline} Lists of stories are for members.\n`;
  }
  return `# ${brand.name}

> ${brand.tagline} People describe scenes, models write and draw them, and anyone can read, like and remix published stories.

A story is a row of scenes, a scene one to six panels. Panels are pictures made by a model (each file says so in its metadata, \`DigitalSourceType\`), the words in their bubbles are text on the page. Titles, descriptions and words belong to their authors: name them, and link to the story.

## Reading

- [New stories](${absoluteUrl("/")}): covers with title, author and tags; \`?page=2\`, \`?sort=popular\` and \`/tag/{tag}\` go on
- A story: \`${absoluteUrl("/story/{id}/read")}\`, complete without JavaScript, with its data as JSON-LD; a long one goes on at \`/story/{id}/read/2\`
- A person: \`${absoluteUrl("/user/{username}")}\`
- [All of it](${absoluteUrl("/sitemap.xml")}): the sitemap

## Following

- [RSS](${absoluteUrl(feedPath("rss"))}) and [Atom](${absoluteUrl(feedPath("atom"))}), with \`?tag=…\` or \`?author=…\` for a part
- [OPDS 2.0](${absoluteUrl(rootPath("2.0"))}) and [OPDS 1.2](${absoluteUrl(rootPath("1.2"))}): the catalogue of comics apps, with each story as a Divina manifest

## Embedding

- oEmbed: \`${absoluteUrl("/oembed?url={address of a story}&format=json")}\`
- The reader that may be framed: \`${absoluteUrl(embedPath("{id}"))}\`, one scene of it with \`?scene=3\`

## Interface

- [OpenAPI document](${absoluteUrl("/api/openapi.json")}): reading needs no account
`;
}
