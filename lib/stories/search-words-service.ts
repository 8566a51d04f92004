import "server-only";
import { Prisma, patiently } from "@/lib/platform/db";

/** Stories that are read, where there are more of them: some seconds of the database. */
const sampled = 20_000;
/** A word of a sample counts from here on. */
const leastInSample = 3;

/**
 * Counts in how many stories of public lists each word stands, of a sample where there are many: a
 * search only has to know common words from rare ones. A word that all stories have lost is kept with 0.
 * Returns how many counts have changed.
 */
export function countSearchWords(sample = sampled): Promise<number> {
  return patiently(async (tx) => {
    const [row] = await tx.$queryRaw<{ stories: number }[]>`
      SELECT coalesce((SELECT count FROM total WHERE key = 'feed'), 0) AS stories`;
    const stories = row?.stories ?? 0;
    const share = stories <= sample ? 1 : sample / stories;
    const rows = `SELECT words FROM story_search ${
      share === 1 ? "" : `TABLESAMPLE SYSTEM (${(100 * share).toFixed(4)}) `
    }WHERE listing IS NOT NULL`;
    return tx.$executeRaw`
      WITH counted AS (
        SELECT word, round(ndoc / ${share}::float8)::int AS stories FROM ts_stat(${rows})
        WHERE position(':' in word) = 0 AND (${share === 1} OR ndoc >= ${leastInSample}))
      UPDATE search_word w SET stories = coalesce(counted.stories, 0)
      FROM search_word known LEFT JOIN counted USING (word)
      WHERE w.word = known.word AND w.stories <> coalesce(counted.stories, 0)
        ${share === 1 ? Prisma.empty : Prisma.sql`AND counted.word IS NOT NULL`}`;
  });
}
