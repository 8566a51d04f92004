import "server-only";
import { displayName } from "@/lib/accounts/display";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { absoluteUrl, siteOrigin } from "@/lib/platform/site";
import { cachedReadingStory } from "@/lib/stories/cache";
import { profileHref } from "@/lib/stories/feed-address";
import type { Story } from "@/lib/stories/schema";
import { embedPath, sharePicturePath } from "./addresses";
import type { OembedQuery } from "./schema";
import { shareSize, shareSubject, shareVersion } from "./share-version";
import { element, emptyElement, xmlHead } from "./xml";

/** What the frame asks for where nobody says how much room there is; in px. */
const frame = { width: 480, height: 760 };

/** The story that an address of ours shows; null for any other address. */
function storyIdOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== siteOrigin()) return null;
  const id = /^\/(?:embed\/)?story\/([^/]+)(?:\/(?:read|remixes))?\/?$/.exec(url.pathname)?.[1];
  return id && isId(id) ? id : null;
}

function answerFor(story: Story, { maxwidth, maxheight }: OembedQuery) {
  const width = Math.min(frame.width, maxwidth ?? frame.width);
  const height = Math.min(frame.height, maxheight ?? frame.height);
  const hasRoom =
    (maxwidth ?? shareSize.width) >= shareSize.width &&
    (maxheight ?? shareSize.height) >= shareSize.height;
  const opening = emptyElement("iframe", {
    src: absoluteUrl(embedPath(story._id)),
    width,
    height,
    title: story.title,
    loading: "lazy",
    frameborder: "0",
    allowfullscreen: "allowfullscreen",
  });
  return {
    type: "rich",
    version: "1.0",
    title: story.title,
    author_name: displayName(story.userId),
    author_url: absoluteUrl(profileHref(story.userId.username)),
    provider_name: brand.name,
    provider_url: absoluteUrl("/"),
    cache_age: 3600,
    html: opening.replace(/\/>$/, "></iframe>"),
    width,
    height,
    ...(hasRoom
      ? {
          thumbnail_url: absoluteUrl(
            sharePicturePath(story._id, shareVersion(shareSubject(story))),
          ),
          thumbnail_width: shareSize.width,
          thumbnail_height: shareSize.height,
        }
      : {}),
  };
}

/**
 * How to show a story of ours on another page (oembed.com).
 * @throws AppError `not_implemented` for other formats, `unauthorized` where stories are for members,
 *   `not_found` for what is no published story of ours
 */
export async function oembed(query: OembedQuery): Promise<{ body: string; mediaType: string }> {
  if (query.format !== "json" && query.format !== "xml") {
    throw new AppError("not_implemented", "The formats that there are: json and xml.");
  }
  if (!env().PUBLIC_BROWSING) {
    throw new AppError("unauthorized", "Stories of this site are for its members.");
  }
  const storyId = storyIdOf(query.url);
  const story = storyId ? await cachedReadingStory(storyId) : null;
  if (!story || story.rating === "mature")
    throw new AppError("not_found", "There is nothing to embed at this address.");
  const answer = answerFor(story, query);
  if (query.format === "json") {
    return { body: JSON.stringify(answer), mediaType: "application/json" };
  }
  const fields = Object.entries(answer).map(([name, value]) => element(name, String(value)));
  return { body: `${xmlHead}<oembed>${fields.join("")}</oembed>\n`, mediaType: "text/xml" };
}
