import "server-only";
import { mediaUrlOf } from "@/lib/media/urls";
import { db, Prisma } from "@/lib/platform/db";
import { isListed } from "@/lib/stories/feed/cover-queries";
import { changedAt } from "./queries";

export const sitemapKinds = ["stories", "authors"] as const;
type SitemapKind = (typeof sitemapKinds)[number];

/**
 * Rows of a file, published or not, so that publishing moves no row to another file. The protocol
 * allows 50,000.
 */
const chunkSize = 10_000;
/** Rows of one query. */
const batch = 1_000;

const firstId = "00000000-0000-0000-0000-000000000000";
const tables = {
  stories: Prisma.sql`story`,
  authors: Prisma.sql`user_account`,
} satisfies Record<SitemapKind, Prisma.Sql>;

/** Columns of `story s` and `user_account u` for a file. */
const listed = {
  stories: isListed("s"),
  authors: Prisma.sql`(u.hidden_at IS NULL AND EXISTS (
    SELECT 1 FROM story p WHERE p.author_id = u.id AND ${isListed("p")}))`,
};

/** Adds the missing files: one for every ten thousand rows, in order of ids. */
async function openChunks(kind: SitemapKind): Promise<void> {
  await db.$executeRaw`INSERT INTO sitemap_chunk (kind, number, from_id)
    VALUES (${kind}, 1, ${firstId}::uuid) ON CONFLICT DO NOTHING`;
  for (;;) {
    const opened = await db.$executeRaw`
      WITH last AS (
        SELECT number, from_id FROM sitemap_chunk WHERE kind = ${kind}
        ORDER BY number DESC LIMIT 1),
      ahead AS (
        SELECT t.id, row_number() OVER (ORDER BY t.id) AS n FROM ${tables[kind]} t
        WHERE t.id >= (SELECT from_id FROM last) ORDER BY t.id LIMIT ${chunkSize + 1})
      INSERT INTO sitemap_chunk (kind, number, from_id)
      SELECT ${kind}, last.number + 1, ahead.id FROM last, ahead WHERE ahead.n = ${chunkSize + 1}
      ON CONFLICT DO NOTHING`;
    if (opened === 0) return;
  }
}

/** Numbers of the files with at least one entry. */
export async function listChunks(kind: SitemapKind): Promise<number[]> {
  await openChunks(kind);
  const within = (id: Prisma.Sql) =>
    Prisma.sql`${id} >= c.from_id AND (c.next_id IS NULL OR ${id} < c.next_id)`;
  const rows = await db.$queryRaw<{ number: number }[]>`
    SELECT c.number FROM (
      SELECT number, from_id, lead(from_id) OVER (ORDER BY number) AS next_id
      FROM sitemap_chunk WHERE kind = ${kind}) c
    -- In order of ids: the first match ends the scan.
    WHERE (${
      kind === "stories"
        ? Prisma.sql`SELECT true FROM story s
            WHERE ${within(Prisma.sql`s.id`)} AND ${listed.stories} ORDER BY s.id LIMIT 1`
        : Prisma.sql`SELECT true FROM user_account u
            WHERE ${within(Prisma.sql`u.id`)} AND ${listed.authors} ORDER BY u.id LIMIT 1`
    })
    ORDER BY c.number`;
  return rows.map((row) => row.number);
}

export interface SitemapStory {
  id: string;
  changedAt: Date;
  picture: string | null;
}
export interface SitemapAuthor {
  id: string;
  username: string;
}

/** First and last id of a file; null if there is no such file. */
async function rangeOf(kind: SitemapKind, number: number) {
  const [first, next] = await db.sitemapChunk.findMany({
    where: { kind, number: { in: [number, number + 1] } },
    orderBy: { number: "asc" },
  });
  // The first file exists even before the index was requested.
  if (!first && number === 1) return { from: firstId, before: null };
  if (first?.number !== number) return null;
  return { from: first.fromId, before: next?.fromId ?? null };
}

async function* batches<Row extends { id: string }>(
  range: { from: string; before: string | null },
  idColumn: Prisma.Sql,
  load: (within: Prisma.Sql) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const end = range.before ? Prisma.sql`AND ${idColumn} < ${range.before}::uuid` : Prisma.empty;
  let after: string | null = null;
  for (;;) {
    const start: Prisma.Sql = after
      ? Prisma.sql`${idColumn} > ${after}::uuid`
      : Prisma.sql`${idColumn} >= ${range.from}::uuid`;
    const rows = await load(Prisma.sql`${start} ${end}`);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** Published stories of a file, a thousand at a time. Null if there is no such file. */
export async function storiesOfChunk(
  number: number,
): Promise<AsyncGenerator<SitemapStory[]> | null> {
  const range = await rangeOf("stories", number);
  if (!range) return null;
  return batches(range, Prisma.sql`s.id`, async (within) => {
    const rows = await db.$queryRaw<
      { id: string; changedAt: Date; sha256: string | null; extension: string | null }[]
    >`SELECT s.id, ${changedAt} AS "changedAt", m.sha256, m.extension
      FROM story s LEFT JOIN media_object m ON m.id = s.preview_media_id
      WHERE ${within} AND ${listed.stories} ORDER BY s.id LIMIT ${batch}`;
    return rows.map(({ id, changedAt, sha256, extension }) => ({
      id,
      changedAt,
      picture: sha256 && extension ? mediaUrlOf({ sha256, extension }) : null,
    }));
  });
}

/** People of a file with published stories, a thousand at a time. */
export async function authorsOfChunk(
  number: number,
): Promise<AsyncGenerator<SitemapAuthor[]> | null> {
  const range = await rangeOf("authors", number);
  if (!range) return null;
  return batches(
    range,
    Prisma.sql`u.id`,
    (within) => db.$queryRaw<SitemapAuthor[]>`
      SELECT u.id, u.username::text FROM user_account u
      WHERE ${within} AND ${listed.authors} ORDER BY u.id LIMIT ${batch}`,
  );
}
