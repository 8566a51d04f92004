/** How tags are spelt where stories are listed. */
import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { tagKey } from "../tags";

/**
 * Spells tags as most stories of public lists do, so that 'Sea' and 'sea' are one page. A spelling
 * that only this story uses is its author's to change.
 * @param own the story's current tags
 */
export async function withCanonicalSpelling(
  tags: string[],
  own: ReadonlySet<string> = new Set(),
  tx: Tx = db,
): Promise<string[]> {
  if (tags.length === 0) return tags;
  const totals = await tx.$queryRaw<{ tag: string; count: number }[]>`
    SELECT substr(key, 5) AS tag, count::int AS count FROM total
    WHERE key LIKE 'tag:%' AND lower(key) = ANY(${tags.map((tag) => `tag:${tagKey(tag)}`)})
      AND count > 0
    ORDER BY count, key`;
  const spelt = new Map(
    totals
      .filter(({ tag, count }) => count > 1 || !own.has(tag))
      .map(({ tag }) => [tagKey(tag), tag]),
  );
  // An archive may contain two spellings of one tag.
  return [...new Set(tags.map((tag) => spelt.get(tagKey(tag)) ?? tag))];
}
