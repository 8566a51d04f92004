import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { getFeed } from "./queries";
import type { DailyStats, Shelf } from "./shelf";

/** Stories on a page of the shelf. */
const pageSize = 24;
/** Views that are not counted yet, up to this limit, so that the cost of a page is bounded. */
const maxPendingCounted = 10_000;

/** All stories of the viewer, the newest first, with their readership. */
export async function listShelf(viewer: Viewer, page: number): Promise<Shelf> {
  const shelf = await getFeed(viewer, {
    limit: pageSize,
    page,
    author: viewer.username,
    sort: "new",
  });
  const { pending, ...last } = await lastDays(
    viewer,
    shelf.stories.map(({ _id }) => _id),
  );
  return {
    ...shelf,
    ...last,
    // The chart of a story already contains these.
    stories: shelf.stories.map((story) => ({
      ...story,
      viewCount: story.viewCount + (pending.get(story._id) ?? 0),
    })),
  };
}

interface LastDays extends Pick<Shelf, "days" | "fresh"> {
  /** Views that are not in the counters yet. */
  pending: Map<string, number>;
}

interface LastDaysRow {
  id: string;
  isFresh: boolean | null;
  pending: number;
  days: DailyStats[];
}

/** Daily counters, and the views that are not in them yet; only the story's author gets them. */
async function lastDays(viewer: Viewer, ids: string[]): Promise<LastDays> {
  if (ids.length === 0) return { days: new Map(), fresh: new Set(), pending: new Map() };
  const rows = await db.$queryRaw<LastDaysRow[]>`
    WITH own AS MATERIALIZED (
      SELECT id, published_at > now() - interval '24 hours' AS is_fresh
      FROM story WHERE id = ANY(${ids}::uuid[]) AND author_id = ${viewer.id}::uuid),
    pending AS MATERIALIZED (
      SELECT v.story_id, v.day FROM own CROSS JOIN LATERAL (
        SELECT story_id, day FROM story_view
        WHERE story_id = own.id AND NOT rolled_up LIMIT ${maxPendingCounted}) v),
    counted AS (
      SELECT d.story_id, d.day, d.readers, d.likes FROM own JOIN story_day d ON d.story_id = own.id
      UNION ALL
      SELECT story_id, day, 1, 0 FROM pending),
    summed AS (
      SELECT story_id, day, sum(readers)::int AS readers, sum(likes)::int AS likes
      FROM counted GROUP BY story_id, day)
    SELECT own.id, own.is_fresh AS "isFresh",
      (SELECT count(*)::int FROM pending p WHERE p.story_id = own.id) AS pending,
      json_agg(json_build_object('day', d.day, 'readers', coalesce(n.readers, 0),
        'likes', coalesce(n.likes, 0)) ORDER BY d.day) AS days
    FROM own
    CROSS JOIN (
      SELECT (now() AT TIME ZONE 'UTC')::date - back AS day FROM generate_series(0, 29) back) d
    LEFT JOIN summed n ON n.story_id = own.id AND n.day = d.day
    GROUP BY own.id, own.is_fresh`;
  return {
    days: new Map(rows.map(({ id, days }) => [id, days])),
    fresh: new Set(rows.filter(({ isFresh }) => isFresh).map(({ id }) => id)),
    pending: new Map(rows.map(({ id, pending }) => [id, pending])),
  };
}
