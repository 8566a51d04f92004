import "server-only";
import type { Origin } from "@/lib/media/xmp.mjs";
import { pageTag } from "@/lib/pages/cache-tags";
import { cachedForPages } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { AppError, notFound } from "@/lib/platform/errors";
import { enforceRateLimit } from "@/lib/platform/rate-limit";
import { getReadingPart } from "@/lib/stories/queries";
import { partOfScene } from "@/lib/stories/reading/parts";
import { createDocument, type Document } from "./conditional-response";
import { embedPage } from "./embed";
import { writeFeed } from "./feeds";
import { readFeedStories, readOrigins } from "./queries";
import type { FeedFormat, FeedScope } from "./urls";

/** Where browsing needs a sign-in, a feed answers as if it did not exist. */
export function requireListing(): void {
  if (!env().PUBLIC_BROWSING) throw notFound();
}

/** Cached results cost nothing and do not count; lookups count against the limit. */
const lookupRateLimit = { name: "discovery", max: 120, windowSeconds: 60 };

/**
 * A feed, cached until a write expires it.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function cachedFeedDocument(
  format: FeedFormat,
  scope: FeedScope,
  address: string,
): Promise<Document> {
  requireListing();
  const { tag = "", author = "" } = scope;
  const document = await cachedForPages<Document | null>(
    ["feed-document", format, tag, author.toLowerCase()],
    [author ? pageTag.author(author) : pageTag.feed],
    async () => {
      await enforceRateLimit(lookupRateLimit, `address:${address}`);
      const found = await readFeedStories(scope);
      return found && writeFeed(format, scope, found);
    },
  );
  if (!document) throw new AppError("not_found", "There is no such feed.");
  return document;
}

/** How the pictures of a published story were made; cached with its page. */
export const cachedOrigins = (storyId: string): Promise<Record<string, Origin>> =>
  cachedForPages(["origins", storyId], [pageTag.story(storyId)], () => readOrigins(storyId));

/**
 * The first part of a story, or one scene of it, for frames on other sites, or null where none is
 * public; cached until the story changes.
 */
export async function cachedEmbed(
  storyId: string,
  scene: number | null,
): Promise<{ document: Document; policy: string } | null> {
  if (!env().PUBLIC_BROWSING) return null;
  return cachedForPages(
    ["embed", storyId, String(scene ?? "")],
    [pageTag.story(storyId)],
    async () => {
      const story = await getReadingPart(storyId, partOfScene(scene ?? 1));
      // A frame cannot ask for its reader's age.
      if (!story || story.rating === "mature") return null;
      const page = embedPage(story, scene);
      return page && { document: createDocument(page.body), policy: page.policy };
    },
  );
}
