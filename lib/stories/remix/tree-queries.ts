import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { type MediaFacts, toImage } from "@/lib/media/urls";
import { db, Prisma } from "@/lib/platform/db";
import { isId } from "@/lib/platform/http/ids";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { coverFaces, isListed } from "../feed/cover-queries";
import { type AuthorRow, positionOf, toStoryAuthor } from "../feed/story-rows";
import {
  attachRemixes,
  type Branch,
  describeChanges,
  type Origin,
  type RemixFacts,
  type RemixTree,
  type TreeStory,
  treeLimits,
} from "./tree";

interface NodeRow {
  id: string;
  title: string;
  author: AuthorRow;
  preview: MediaFacts | null;
  faces: unknown;
  publishedAt: Date | null;
  isRemix: boolean;
  originalStoryDeleted: boolean;
  originalStoryTitle: string | null;
  facts: RemixFacts;
  /** Of the original, if it is public. */
  original: RemixFacts | null;
}

const factsOf = (story: "s" | "n", size: "sz" | "nz") => {
  const [s, z] = [Prisma.raw(story), Prisma.raw(size)];
  return Prisma.sql`json_build_object('title', ${s}.title, 'artStyle', ${s}.art_style, 'aspectRatio',
    ${s}.aspect_ratio, 'scenes', coalesce(${z}.scenes, 0), 'cover', ${s}.preview_media_id)`;
};

const columns = Prisma.sql`s.id, s.title, s.published_at AS "publishedAt", s.is_remix AS "isRemix",
  s.original_story_deleted AS "originalStoryDeleted",
  s.original_story_title AS "originalStoryTitle",
  json_build_object('id', u.id, 'username', u.username, 'firstName', u.first_name,
    'lastName', u.last_name, 'avatar', null) AS author, ${mediaJson("pm")} AS preview,
  ${coverFaces} AS faces, ${factsOf("s", "sz")} AS facts,
  CASE WHEN n.id IS NOT NULL THEN ${factsOf("n", "nz")} END AS original`;
const tables = Prisma.sql`JOIN user_account u ON u.id = s.author_id
  LEFT JOIN media_object pm ON pm.id = s.preview_media_id
  LEFT JOIN story_size sz ON sz.story_id = s.id
  LEFT JOIN story n ON n.id = s.original_story_id AND ${isListed("n")}
  LEFT JOIN story_size nz ON nz.story_id = n.id`;

function toLeaf(row: NodeRow): TreeStory {
  const image = toImage(row.preview);
  return {
    _id: row.id,
    title: row.title,
    author: toStoryAuthor(row.author),
    image,
    position: positionOf(image, row.faces),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    changes: row.original && describeChanges(row.original, row.facts),
  };
}

/** The story, then its public ancestors in order. */
const chainOf = (storyId: string) => db.$queryRaw<NodeRow[]>`
  WITH RECURSIVE up(id, origin, depth) AS (
    SELECT id, original_story_id, 0 FROM story
    WHERE id = ${storyId}::uuid AND ${isListed("story")}
    UNION ALL
    SELECT s.id, s.original_story_id, up.depth + 1 FROM up JOIN story s ON s.id = up.origin
    WHERE ${isListed("s")} AND up.depth <= ${treeLimits.above})
  SELECT ${columns} FROM up JOIN story s ON s.id = up.id ${tables} ORDER BY up.depth`;

/** The newest published remixes of each of these. */
async function remixesOf(
  parents: readonly string[],
  limit: number,
  offset = 0,
): Promise<{ parentId: string; branch: Branch }[]> {
  if (parents.length === 0) return [];
  const rows = await db.$queryRaw<(NodeRow & { parentId: string })[]>`
    SELECT p.id AS "parentId", ${columns}
    FROM unnest(${[...parents]}::uuid[]) WITH ORDINALITY p(id, place)
    CROSS JOIN LATERAL (
      SELECT c.* FROM story c WHERE c.original_story_id = p.id AND ${isListed("c")}
      ORDER BY c.published_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}) s
    ${tables} ORDER BY p.place, s.published_at DESC, s.id DESC`;
  return mapReadableRows(rows, (row) => ({
    parentId: row.parentId,
    branch: { ...toLeaf(row), remixes: [], hasMore: false },
  }));
}

/** Attaches each branch's remixes, level by level. */
async function withRemixes(
  branches: Branch[],
  [limit, ...further]: readonly number[],
): Promise<Branch[]> {
  if (limit === undefined || branches.length === 0) return branches;
  const ids = branches.map(({ _id }) => _id);
  const below = await remixesOf(ids, limit + 1);
  const grown = await withRemixes(
    below.map(({ branch }) => branch),
    further,
  );
  const children = below.map(({ parentId }, index) => ({
    parentId,
    branch: grown[index] as Branch,
  }));
  return attachRemixes(branches, children, limit);
}

function originOf(top: NodeRow, isCut: boolean): Origin {
  if (isCut) return { kind: "more" };
  if (!top.isRemix) return { kind: "none" };
  return top.originalStoryDeleted
    ? { kind: "deleted", title: top.originalStoryTitle || "deleted story" }
    : { kind: "unknown" };
}

/**
 * The ancestors and remixes of a published story, published stories only; null for any other story,
 * and for pages beyond the last.
 */
export async function getRemixTree(storyId: string, page: number): Promise<RemixTree | null> {
  if (!isId(storyId)) return null;
  const chain = await chainOf(storyId);
  const [own] = chain;
  if (!own) return null;
  const isCut = chain.length > treeLimits.above + 1;
  const shown = chain.slice(0, treeLimits.above + 1);
  const [counted] = await db.$queryRaw<{ total: number; remixCount: number }[]>`
    SELECT coalesce((SELECT remix_count FROM story_stat WHERE story_id = ${storyId}::uuid), 0)
      AS "remixCount", count(*)::int AS total FROM (
      SELECT 1 FROM story s WHERE s.original_story_id = ${storyId}::uuid AND ${isListed("s")}
      LIMIT ${treeLimits.page * treeLimits.pages}) n`;
  const total = counted?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / treeLimits.page));
  if (page > pages) return null;
  const direct = await remixesOf([storyId], treeLimits.page, (page - 1) * treeLimits.page);
  const remixes = await withRemixes(
    direct.map(({ branch }) => branch),
    treeLimits.below,
  );
  return {
    story: toLeaf(own),
    above: mapReadableRows(shown.slice(1).reverse(), toLeaf),
    origin: originOf(shown.at(-1) ?? own, isCut),
    remixes,
    page,
    pages,
    remixCount: counted?.remixCount ?? 0,
    total,
  };
}
