import "server-only";
import type { Origin } from "@/lib/media/xmp.mjs";
import { pageTag } from "@/lib/pages/cache-tags";
import { cachedForPages } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { AppError, notFound } from "@/lib/platform/errors";
import { enforceRateLimit } from "@/lib/platform/rate-limit";
import { getReadingStory } from "@/lib/stories/queries";
import { partOfScene, scenesIn } from "@/lib/stories/reading-parts";
import { createDocument, type Document } from "./conditional-response";
import { embedPage } from "./embed";
import { writeFeed } from "./feeds";
import { readFeedStories, readOrigins } from "./queries";
import type { FeedFormat, FeedScope } from "./urls";

/** Lists are for members there, and nobody else is told what there is. */
export function requireListing(): void {
  if (!env().PUBLIC_BROWSING) throw notFound();
}

/** What is kept costs nothing and is free to all; what must be looked up is counted. */
const lookupRateLimit = { name: "discovery", max: 120, windowSeconds: 60 };

/**
 * A feed, kept until a write changes it.
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

/** How the pictures of a published story came to be; kept with its page. */
export const cachedOrigins = (storyId: string): Promise<Record<string, Origin>> =>
  cachedForPages(["origins", storyId], [pageTag.story(storyId)], () => readOrigins(storyId));

/**
 * The first part of a story, or one scene of it, for the frames of others, or null where there is none for them; kept
 * until the story changes.
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
      const story = await getReadingStory(storyId, scenesIn(partOfScene(scene ?? 1)));
      // A frame cannot ask its reader's age.
      if (!story || story.rating === "mature") return null;
      const page = embedPage(story, scene);
      return page && { document: createDocument(page.body), policy: page.policy };
    },
  );
}
