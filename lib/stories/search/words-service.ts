import "server-only";
import { withLongTimeout } from "@/lib/platform/db";

/** Size of the sample in stories: costs the database some seconds. */
const sampleSize = 20_000;
/** Occurrences from which a word of a sample is counted. */
const minInSample = 3;
/** Words of one transaction. */
const batch = 2_000;

/**
 * Counts the public stories with each word, from a sample where there are many: a search only has
 * to distinguish common words from rare words. Where all stories are read, a word that no story has
 * any more gets 0. Returns the number of changed counts.
 */
export async function countSearchWords(sample = sampleSize): Promise<number> {
  const counted = await withLongTimeout(async (tx) => {
    const [row] = await tx.$queryRaw<{ stories: number }[]>`
      SELECT coalesce((SELECT count FROM total WHERE key = 'feed'), 0) AS stories`;
    const stories = row?.stories ?? 0;
    const sampleFraction = stories <= sample ? 1 : sample / stories;
    const isWhole = sampleFraction === 1;
    const part = isWhole ? "" : `TABLESAMPLE SYSTEM (${(100 * sampleFraction).toFixed(4)}) `;
    const rows = `SELECT words FROM story_search ${part}WHERE listing IS NOT NULL`;
    // A change of less than a fifth does not matter.
    return tx.$queryRaw<{ word: string; stories: number }[]>`
      WITH counted AS (
        SELECT word, round(ndoc / ${sampleFraction}::float8)::int AS stories FROM ts_stat(${rows})
        WHERE ${isWhole} OR ndoc >= ${minInSample})
      SELECT word, coalesce(c.stories, 0) AS stories FROM search_word w LEFT JOIN counted c USING (word)
      WHERE CASE WHEN ${isWhole} THEN coalesce(c.stories, 0) <> w.stories
        ELSE c.stories NOT BETWEEN w.stories * 0.8 AND w.stories * 1.2 END
      ORDER BY word`;
  });
  for (let at = 0; at < counted.length; at += batch) {
    const part = counted.slice(at, at + batch);
    // Locked in the order in which publishing writes them, so that they cannot deadlock.
    await withLongTimeout(
      (tx) => tx.$executeRaw`
      WITH held AS (
        SELECT w.word, n.stories FROM search_word w
        JOIN unnest(${part.map(({ word }) => word)}::text[], ${part.map((one) => one.stories)}::int[])
          n (word, stories) ON n.word = w.word
        ORDER BY w.word FOR UPDATE OF w)
      UPDATE search_word w SET stories = held.stories FROM held WHERE held.word = w.word`,
    );
  }
  return counted.length;
}
