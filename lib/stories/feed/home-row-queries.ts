import "server-only";
import { db, Prisma } from "@/lib/platform/db";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { coverColumns, coverJoins, isListed } from "./cover-queries";
import type { HomeRow } from "./home-rows";
import { readTags } from "./queries";
import { type CoverRow, toCard } from "./story-rows";
import { feedHref } from "./urls";

/** Covers in a row: one line on a desk. Rows with less than half a line are left out. */
const rowLength = 6;
/** Tags with a row of their own. */
const tagRows = 3;

/** Where the stories of a row come from, and the value that orders them. */
interface RowSource {
  from: Prisma.Sql;
  id: Prisma.Sql;
  key: Prisma.Sql;
  where: Prisma.Sql;
}

const newest: RowSource = {
  from: Prisma.sql`story n`,
  id: Prisma.sql`n.id`,
  key: Prisma.sql`n.published_at`,
  where: isListed("n"),
};

const likedThisWeek: RowSource = {
  from: Prisma.sql`story_rank r`,
  id: Prisma.sql`r.story_id`,
  key: Prisma.sql`r.week_likes`,
  where: Prisma.sql`r.week_likes > 0`,
};

const popularOfTag = (tag: string): RowSource => ({
  from: Prisma.sql`story_tag g`,
  id: Prisma.sql`g.story_id`,
  key: Prisma.sql`g.score`,
  where: Prisma.sql`g.tag = ${tag} AND g.published_at IS NOT NULL`,
});

const readRow = async ({ from, id, key, where }: RowSource) =>
  mapReadableRows(
    await db.$queryRaw<CoverRow[]>`
      WITH page AS (
        SELECT s.*, ${key} AS key FROM ${from} JOIN story s ON s.id = ${id}
        WHERE ${where} AND ${isListed("s")} ORDER BY ${key} DESC, ${id} DESC LIMIT ${rowLength})
      SELECT ${coverColumns} FROM page s ${coverJoins} ORDER BY s.key DESC, s.id DESC`,
    toCard,
  );

/**
 * The rows of the home page above the whole feed: new stories, those that readers liked this week,
 * and the most used tags, without tags of every story. One query each.
 */
export async function readHomeRows(stories: number): Promise<HomeRow[]> {
  const tags = (await readTags(tagRows * 2))
    .filter(({ count }) => count >= rowLength && count < stories)
    .slice(0, tagRows);
  const plans = [
    { title: "New", href: `${feedHref()}#all-stories`, source: newest },
    { title: "Most liked this week", href: feedHref({ sort: "popular" }), source: likedThisWeek },
    ...tags.map(({ tag }) => ({
      title: tag,
      href: feedHref({ tag, sort: "popular" }),
      source: popularOfTag(tag),
    })),
  ];
  const rows = await Promise.all(
    plans.map(async ({ source, ...row }) => ({ ...row, stories: await readRow(source) })),
  );
  return rows.filter((row) => row.stories.length >= rowLength / 2);
}
