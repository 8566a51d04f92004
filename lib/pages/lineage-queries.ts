import "server-only";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { pageTag } from "./cache-tags";

/** SQL of a table `up`: a story at depth 0, then its ancestors. */
const withAncestors = (storyId: string, maxDepth: number) => Prisma.sql`
  WITH RECURSIVE up(id, origin, depth) AS (
    SELECT id, original_story_id, 0 FROM story WHERE id = ${storyId}::uuid
    UNION ALL
    SELECT s.id, s.original_story_id, up.depth + 1 FROM up JOIN story s ON s.id = up.origin
    WHERE up.depth < ${maxDepth})`;

/** The root of a story's remix tree, or its ancestor at the depth limit. */
export async function lineageRoot(storyId: string, client: Tx = db): Promise<string> {
  const [row] = await client.$queryRaw<{ id: string }[]>`
    ${withAncestors(storyId, 1000)} SELECT id FROM up ORDER BY depth DESC LIMIT 1`;
  return row?.id ?? storyId;
}

/** Limit of ancestors in a picture's credentials. */
const maxAncestors = 12;

/**
 * The ancestors of a remix, the nearest first: titles with authors, and paths of published ones.
 * Drafts are not named.
 */
export async function ancestorsOf(storyId: string): Promise<{ title: string; path?: string }[]> {
  const rows = await db.$queryRaw<
    { id: string; title: string; author: string; isPublic: boolean }[]
  >`
    ${withAncestors(storyId, maxAncestors)}
    SELECT s.id, s.title, u.username::text AS author, s.status = 'published' AS "isPublic"
    FROM up JOIN story s ON s.id = up.id JOIN user_account u ON u.id = s.author_id
    WHERE up.depth > 0 ORDER BY up.depth`;
  return rows.map(({ id, title, author, isPublic }) =>
    isPublic
      ? { title: `“${title}” by ${author}`, path: `/story/${id}/read` }
      : { title: "a story that is not public" },
  );
}

/**
 * Tags of cached pages that name a story or count it as a relative: its original, its remixes, the
 * trees.
 */
export async function lineageTags(storyId: string, client: Tx = db): Promise<string[]> {
  const near = await client.$queryRaw<{ id: string }[]>`
    SELECT original_story_id AS id FROM story
    WHERE id = ${storyId}::uuid AND original_story_id IS NOT NULL
    UNION ALL SELECT id FROM story WHERE original_story_id = ${storyId}::uuid`;
  return [
    pageTag.lineage(await lineageRoot(storyId, client)),
    ...near.map(({ id }) => pageTag.story(id)),
  ];
}
