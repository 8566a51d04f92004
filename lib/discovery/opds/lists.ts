import "server-only";
import { pageTag } from "@/lib/pages/cache-tags";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { cachedForPages } from "@/lib/platform/cache";
import { AppError, notFound } from "@/lib/platform/errors";
import { enforceRateLimit } from "@/lib/platform/rate-limit";
import { getPublicProfile } from "@/lib/stories/feed/profile-queries";
import { limitSearches, readFeed } from "@/lib/stories/feed/queries";
import type { FeedView } from "@/lib/stories/feed/urls";
import { type ListResult, perPage } from "./catalogue";
import type { ListQuery, ShelfName } from "./urls";
import {
  readBegunIds,
  readLikedIds,
  readOwnIds,
  readWork,
  readWorks,
  type Work,
  type WorkPage,
} from "./work-queries";

/** Cached results cost nothing and do not count; lookups count against the limit. */
const lookupRateLimit = { name: "opds", max: 120, windowSeconds: 60 };

type Made = FeedView["made"];

/** Stories of a list with all data of a catalogue entry; null for an unknown author. */
async function findList(list: ListQuery, made: Made): Promise<ListResult | null> {
  const { query: q, page = 1, ...rest } = list;
  const profile = list.author ? await getPublicProfile(list.author) : null;
  if (list.author && !profile) return null;
  const { stories, pagination } = await readFeed(null, { ...rest, made, q, page, limit: perPage });
  return {
    works: await readWorks(
      null,
      stories.map(({ _id }) => _id),
    ),
    total: pagination.total,
    nextCursor: pagination.nextCursor,
    author: profile?.user ?? null,
  };
}

/**
 * A list of public stories, cached until a write expires it; search results are not cached.
 * @param made the reader hides what is made with AI
 * @throws AppError `not_found` for an unknown author or tag, `rate_limited`, `bad_request` for an
 * invalid page
 */
export async function readList(list: ListQuery, address: string, made?: Made): Promise<ListResult> {
  const { query, tag = "", author = "", sort = "", page = 1, cursor = "" } = list;
  let found: ListResult | null;
  if (query) {
    await limitSearches(null, address);
    found = await findList(list, made);
  } else {
    found = await cachedForPages(
      ["opds-list", sort, tag, author.toLowerCase(), String(page), cursor, made ?? ""],
      [author ? pageTag.author(author) : pageTag.feed],
      async () => {
        await enforceRateLimit(lookupRateLimit, `address:${address}`);
        return findList(list, made);
      },
    );
  }
  if (!found) throw new AppError("not_found", `The user "${author}" could not be found.`);
  if (tag && !query && !made && found.total === 0) {
    throw new AppError("not_found", `No story has the tag "${tag}".`);
  }
  return found;
}

const shelfReaders = { liked: readLikedIds, mine: readOwnIds, continue: readBegunIds };

/** A page of a personal list; three queries at most. */
export async function readShelf(
  viewer: Viewer,
  shelf: ShelfName,
  page: number,
): Promise<{ page: number; works: Work[]; hasMore: boolean }> {
  const ids = await shelfReaders[shelf](viewer.id, {
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const works = await readWorks(
    viewer.id,
    ids.slice(0, perPage).map(({ id }) => id),
  );
  return { page, works, hasMore: ids.length > perPage };
}

/**
 * A story with its pages: a public one from the cache, or the viewer's own.
 * @throws AppError `not_found`, also for another person's draft and for other people's stories for
 * adults
 */
export async function findWork(
  viewer: Viewer | null,
  storyId: string,
): Promise<{ work: Work; pages: WorkPage[] }> {
  const known = await cachedForPages(["opds-work", storyId], [pageTag.story(storyId)], () =>
    readWork(null, storyId),
  );
  const found = known ?? (viewer && (await readWork(viewer.id, storyId)));
  if (!found) throw notFound("story");
  return found;
}
