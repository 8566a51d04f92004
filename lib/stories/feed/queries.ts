import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, unauthorized } from "@/lib/platform/errors";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { enforceRateLimit, type RateRule } from "@/lib/platform/rate-limit";
import type { StoryPage, StoryQuery, TagCount } from "../schema";
import { matchesEveryWord, searchStories } from "../search/queries";
import { byUsage } from "../tags";
import { coverColumns, coverJoins, isListed, isoText, isUntouched } from "./cover-queries";
import { type FeedCursor, type FeedSort, readCursor, type SearchSort, writeCursor } from "./cursor";
import { type CoverRow, toCard } from "./story-rows";
import { maxPageNumber } from "./urls";

/** Upper bound of totals without a stored counter. */
const countLimit = 1000;
/** A search among the viewer's own stories reads this many, the newest. */
const maxOwnSearched = 2000;

/** A search costs more than a page of the feed and is not cached. */
export const searchLimit = { name: "search", max: 60, windowSeconds: 60 } satisfies RateRule;

/** Where PUBLIC_BROWSING is off, lists of stories need a sign-in. */
export function requirePublicBrowsing(viewer: Viewer | null): void {
  if (!viewer && !env().PUBLIC_BROWSING) throw unauthorized();
}

/**
 * Counts a search against the viewer's limit.
 * @throws AppError `rate_limited`
 */
export const limitSearches = (viewer: Viewer | null, address: string): Promise<void> =>
  enforceRateLimit(searchLimit, viewer ? `user:${viewer.id}` : `address:${address}`);

interface FeedPlan {
  sort: FeedSort;
  from: Prisma.Sql;
  conditions: Prisma.Sql[];
  /** The sort column, newest or highest first. */
  key: Prisma.Sql;
  keyType: Prisma.Sql;
  /** Breaks ties; from the table whose index has this order. */
  id: Prisma.Sql;
  /** The same as text, in the cursor's shape. */
  keyText: Prisma.Sql;
  /** SQL of the stored counter for the same stories; null where they must be counted. */
  total: Prisma.Sql | null;
}

/** The stored counters of a viewer's own stories. */
const ownTotals = {
  all: Prisma.sql`stories`,
  draft: Prisma.sql`stories - published`,
  published: Prisma.sql`published`,
};

const idOf = (username: string) =>
  Prisma.sql`(SELECT id FROM user_account WHERE username = ${username}::citext)`;

/** Whether a list contains the viewer's own stories, drafts included. */
const isOfOwn = (viewer: Viewer | null, { author, status }: StoryQuery): viewer is Viewer =>
  viewer !== null &&
  (author === undefined
    ? status === "draft"
    : author.toLowerCase() === viewer.username.toLowerCase());

/** A query of punctuation alone matches nothing. */
const hasWords = (q: string) => /[\p{L}\p{N}\p{S}]/u.test(q);

function planFeed(viewer: Viewer | null, query: StoryQuery): FeedPlan | null {
  const { tag, author, q, status, sort, made } = query;
  const isOwn = isOfOwn(viewer, query);
  if (status === "draft" && !viewer) throw unauthorized();
  if (status === "draft" && !isOwn) return null;

  const byTag = tag !== undefined && tag !== "";
  // Drafts have no rank.
  const popular = sort === "popular" && (!isOwn || status === "published");
  const byRank = popular && !isOwn;
  // The table that gives the order, because its indexes contain the author, or what is by hand.
  const sorted = byTag ? Prisma.sql`g` : byRank ? Prisma.sql`r` : Prisma.sql`s`;
  const sortedConditions: Prisma.Sql[] = [];
  const conditions: Prisma.Sql[] = [];
  if (isOwn) {
    sortedConditions.push(Prisma.sql`${sorted}.author_id = ${viewer.id}::uuid`);
    if (status) conditions.push(Prisma.sql`s.status = ${status}::story_status`);
  } else {
    conditions.push(isListed("s"));
    if (author !== undefined)
      sortedConditions.push(Prisma.sql`${sorted}.author_id = ${idOf(author)}`);
  }
  if (made) sortedConditions.push(Prisma.sql`${sorted}.made_by_hand`);
  let stories = Prisma.sql`story s`;
  if (isOwn && q) {
    stories = Prisma.sql`(SELECT * FROM story WHERE author_id = ${viewer.id}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${maxOwnSearched}) s`;
    conditions.push(
      Prisma.sql`(SELECT ${matchesEveryWord(q)} FROM story_search x WHERE x.story_id = s.id)`,
    );
  }

  let from = stories;
  let id = Prisma.sql`s.id`;
  let key = isOwn ? Prisma.sql`s.created_at` : Prisma.sql`s.published_at`;
  if (byTag) {
    from = Prisma.sql`story_tag g JOIN ${stories} ON s.id = g.story_id`;
    sortedConditions.push(Prisma.sql`g.tag = ${tag}`);
    // `story_tag` repeats the story's sort columns, so that an index covers the order.
    key = isOwn ? Prisma.sql`g.created_at` : Prisma.sql`g.published_at`;
    id = Prisma.sql`g.story_id`;
    if (!isOwn) sortedConditions.push(Prisma.sql`g.published_at IS NOT NULL`);
  }
  if (popular && byTag) {
    key = Prisma.sql`g.score`;
  } else if (popular && isOwn) {
    // A mature story has no rank either.
    from = Prisma.sql`${from} LEFT JOIN story_rank r ON r.story_id = s.id`;
    key = Prisma.sql`coalesce(r.score, 0)`;
  } else if (popular) {
    from = Prisma.sql`${from} JOIN story_rank r ON r.story_id = s.id`;
    key = Prisma.sql`r.score`;
    id = Prisma.sql`r.story_id`;
  }
  let total: Prisma.Sql | null = null;
  if (!q && !made && !byTag && isOwn) {
    total = Prisma.sql`
      SELECT ${ownTotals[status ?? "all"]} AS count FROM author_stat WHERE user_id = ${viewer.id}::uuid`;
  } else if (!q && !made && !byTag && author !== undefined) {
    total = Prisma.sql`
      SELECT listed_stories AS count FROM author_stat WHERE user_id = ${idOf(author)}`;
  } else if (!q && !made && author === undefined && !isOwn) {
    total = Prisma.sql`SELECT count FROM total WHERE key = ${byTag ? `tag:${tag}` : "feed"}`;
  } else if (!q && !status && (byTag || byRank)) {
    // An index holds what is counted, except an author's stories by hand.
    total = Prisma.sql`SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${byTag ? Prisma.sql`story_tag g` : Prisma.sql`story_rank r`}
      WHERE ${Prisma.join(sortedConditions, " AND ")} LIMIT ${countLimit}) counted`;
  }
  return {
    sort: popular ? "popular" : "new",
    from,
    conditions: [...conditions, ...sortedConditions],
    key,
    keyType: popular ? Prisma.sql`double precision` : Prisma.sql`timestamptz`,
    id,
    keyText: popular ? Prisma.sql`${key}::text` : isoText(key),
    total,
  };
}

/**
 * A page of covers: published stories, or the viewer's own. At most two queries.
 * @throws AppError `unauthorized` for drafts without a sign-in, `bad_request` for an invalid cursor
 * or page number
 */
export async function getFeed(viewer: Viewer | null, query: StoryQuery): Promise<StoryPage> {
  requirePublicBrowsing(viewer);
  return readFeed(viewer, query);
}

/** As `getFeed`, without its access check, for pages that check access themselves. */
export async function readFeed(viewer: Viewer | null, query: StoryQuery): Promise<StoryPage> {
  const { limit, page, q, tag, author, made } = query;
  if (q && query.status !== "draft" && !isOfOwn(viewer, query)) {
    const sort = query.sort ?? "best";
    return searchStories({ q, sort, tag, author, made, page, limit, after: cursorOf(sort, query) });
  }
  const plan = q && !hasWords(q) ? null : planFeed(viewer, query);
  if (!plan) return { stories: [], pagination: { page, pages: 0, total: 0, nextCursor: null } };

  const { sort, key, id } = plan;
  const after = cursorOf(sort, query);

  const where = Prisma.join(plan.conditions, " AND ");
  const afterCursor = after
    ? Prisma.sql`AND (${key}, ${id}) < (${after.key}::${plan.keyType}, ${after.id}::uuid)`
    : Prisma.empty;
  const offset = after ? 0 : (page - 1) * limit;
  const [rows, total] = await Promise.all([
    db.$queryRaw<CoverRow[]>`
      WITH page AS (
        SELECT s.*, ${key} AS key, ${plan.keyText} AS key_text
        FROM ${plan.from} WHERE ${where} ${afterCursor}
        ORDER BY ${key} DESC, ${id} DESC LIMIT ${limit + 1} OFFSET ${offset})
      SELECT ${coverColumns}, s.key_text AS "orderKey", ${isUntouched} AS "isUntouched"
      FROM page s ${coverJoins}
      ORDER BY s.key DESC, s.id DESC`,
    countStories(plan, where),
  ]);
  const cards = rows.slice(0, limit);
  const last = cards.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    stories: mapReadableRows(cards, toCard),
    pagination: {
      page,
      pages: Math.ceil(total / limit),
      total,
      nextCursor: hasMore ? writeCursor(sort, { key: last.orderKey ?? "", id: last.id }) : null,
    },
  };
}

/** Decodes the cursor; null for the first page. */
function cursorOf(sort: SearchSort, { cursor, page }: StoryQuery): FeedCursor | null {
  const after = cursor === undefined ? null : readCursor(sort, cursor);
  if (cursor !== undefined && !after) {
    throw new AppError(
      "bad_request",
      "This position in the list is not known. Please start again.",
    );
  }
  if (!after && page > maxPageNumber) {
    throw new AppError(
      "bad_request",
      `Pages above ${maxPageNumber} are reached with the cursor of the page before.`,
    );
  }
  return after;
}

async function countStories(plan: FeedPlan, where: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(
    plan.total ??
      Prisma.sql`SELECT count(*)::int AS count FROM (
        SELECT 1 FROM ${plan.from} WHERE ${where} LIMIT ${countLimit}) counted`,
  );
  return row?.count ?? 0;
}

/** Tags of published stories, the most used first. */
export async function listTags(viewer: Viewer | null): Promise<TagCount[]> {
  requirePublicBrowsing(viewer);
  return readTags();
}

/** As `listTags`, without its access check. */
export async function readTags(limit = 100): Promise<TagCount[]> {
  const totals = await db.total.findMany({
    where: { key: { startsWith: "tag:" }, count: { gt: 0 } },
    orderBy: [{ count: "desc" }, { key: "asc" }],
    take: limit,
  });
  // The index sorts by bytes, capitals first.
  return totals.map(({ key, count }) => ({ tag: key.slice("tag:".length), count })).sort(byUsage);
}

/** The viewer's own stories, the newest first, drafts included. */
export function listOwnStories(
  viewer: Viewer,
  page: { limit?: number; cursor?: string; status?: StoryQuery["status"] } = {},
): Promise<StoryPage> {
  return getFeed(viewer, {
    limit: page.limit ?? 12,
    page: 1,
    cursor: page.cursor,
    status: page.status,
    author: viewer.username,
    sort: "new",
  });
}
