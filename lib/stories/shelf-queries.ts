import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { getFeed } from "./feed-queries";
import type { DayOfStory, Shelf } from "./shelf";

/** Stories on a page of the shelf. */
const pageSize = 24;
/** Of more readers or likes in one day no more are counted: a page costs the same whatever happens. */
const mostInADay = 10_000;

/** Everything that the viewer has made, the newest first, and how it was read. */
export async function listShelf(viewer: Viewer, page: number): Promise<Shelf> {
  const shelf = await getFeed(viewer, {
    limit: pageSize,
    page,
    author: viewer.username,
    sort: "new",
  });
  return {
    ...shelf,
    days: await lastDays(
      viewer,
      shelf.stories.map(({ _id }) => _id),
    ),
  };
}

/** Views and likes are looked up by their indexes, day by day; nobody gets those of others' stories. */
async function lastDays(viewer: Viewer, ids: string[]): Promise<Shelf["days"]> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; days: DayOfStory[] }[]>`
    SELECT s.id, json_agg(json_build_object('day', d.day, 'readers', r.count, 'likes', l.count)
      ORDER BY d.day) AS days
    FROM story s
    CROSS JOIN LATERAL (
      SELECT (now() AT TIME ZONE 'UTC')::date - back AS day FROM generate_series(0, 29) back) d
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (SELECT 1 FROM story_view v
        WHERE v.story_id = s.id AND v.day = d.day LIMIT ${mostInADay}) v) r
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (SELECT 1 FROM story_like k WHERE k.story_id = s.id
        AND k.created_at >= d.day::timestamp AT TIME ZONE 'UTC'
        AND k.created_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC' LIMIT ${mostInADay}) k) l
    WHERE s.id = ANY(${ids}::uuid[]) AND s.author_id = ${viewer.id}::uuid
    GROUP BY s.id`;
  return new Map(rows.map(({ id, days }) => [id, days]));
}
