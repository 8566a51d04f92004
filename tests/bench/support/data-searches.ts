import type { Client } from "pg";
import type { Call } from "./data-measure.ts";

/** Fills what a search reads; most of it was written with the stories. */
export const fillSearch = (client: Client) =>
  client.query(`UPDATE story SET search_text = story_search_text(id, author_id, title, description)
    WHERE search_text ~ '[^\\x01-\\x7F]'`);

/** Searches: a word that stands everywhere, rare ones, several, scripts without spaces, none at all. */
export async function searchCalls(client: Client): Promise<Call[]> {
  const { readFeed } = await import("../../../lib/stories/feed-queries.ts");
  const { rows } = await client.query<{ q: string; kind: string }>(`
    SELECT word AS q, CASE WHEN k <= 3 THEN 'common word' ELSE 'rare word' END AS kind
      FROM bench.words WHERE k IN (1, 2, 3, 200000, 450000, 700000, 999000)
    UNION ALL SELECT a.word || ' ' || b.word, 'common and other word'
      FROM bench.words a, bench.words b WHERE a.k = 1 AND b.k IN (2, 40, 3000, 800000)
    UNION ALL SELECT bench.letters(word, script), 'word of another script'
      FROM bench.words, generate_series(0, 6) script WHERE k = 2
    UNION ALL SELECT left(word, 2), 'beginning of a word' FROM bench.words WHERE k IN (1, 7, 90)
    UNION ALL SELECT q, 'nothing to be found' FROM unnest(ARRAY['qqqqq', 'quux quuux', 'ba qqqqq']) q`);
  const search = (q: string, sort: "new" | "popular") => () =>
    readFeed(null, { page: 1, limit: 12, sort, q });
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
    name: `search: ${kind}`,
    statements: 2,
    variants: rows
      .filter((row) => row.kind === kind)
      .flatMap(({ q }) => [search(q, "new"), search(q, "popular")]),
  }));
}
