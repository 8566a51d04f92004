import type { Client } from "pg";
import type { Call } from "./data-measure.ts";

/** Fills what a search reads, as its triggers would, in statements for all stories. */
export const fillSearch = (client: Client) =>
  client.query(`
    UPDATE user_account SET search_words =
      search_vector(concat_ws(' ', username::text, first_name, last_name), 'A');
    INSERT INTO story_search (story_id, listing, listed_at, words)
      SELECT id, listing, published_at,
        search_vector(title, 'A') || search_vector(array_to_string(tags, ' '), 'B')
          || search_vector(description, 'C')
          || array_to_tsvector(ARRAY(SELECT 'tag:' || tag FROM unnest(tags) tag) || ('by:' || author_id)
            || CASE WHEN made_by_hand THEN '{made:by-hand}'::text[] ELSE '{}' END
            || CASE WHEN listing IS NULL THEN '{}' ELSE ARRAY(
              SELECT 'in:' || level || ':' || (listing >> level) FROM generate_series(11, 20) level) END)
      FROM (
        SELECT id, author_id, title, description, made_by_hand, CASE WHEN listed THEN published_at END AS published_at,
          CASE WHEN listed THEN row_number() OVER (PARTITION BY listed ORDER BY published_at, id) END AS listing,
          ARRAY(SELECT tag FROM story_tag WHERE story_id = id ORDER BY position) AS tags
        FROM (SELECT *, status = 'published' AND rating <> 'mature' AS listed FROM story) s) s;
    SELECT setval('story_listing_seq', (SELECT max(listing) FROM story_search));
    INSERT INTO search_word (word, stories)
      SELECT word, ndoc FROM ts_stat('SELECT words FROM story_search WHERE listing IS NOT NULL')
      WHERE position(':' in word) = 0;
    ANALYZE story_search, search_word, user_account`);

/** Searches: a word that stands everywhere, rare ones, several, scripts without spaces, none at all. */
export async function searchCalls(client: Client): Promise<Call[]> {
  const { readFeed } = await import("../../../lib/stories/feed/queries.ts");
  const { rows } = await client.query<{ q: string; kind: string }>(`
    SELECT word AS q, CASE WHEN k <= 3 THEN 'common word' ELSE 'rare word' END AS kind
      FROM bench.words WHERE k IN (1, 2, 3, 200000, 450000, 700000, 999000)
    UNION ALL SELECT a.word || ' ' || b.word, 'common and other word'
      FROM bench.words a, bench.words b WHERE a.k = 1 AND b.k IN (2, 40, 3000, 800000)
    UNION ALL SELECT bench.letters(word, script), 'word of another script'
      FROM bench.words, generate_series(0, 6) script WHERE k = 2
    UNION ALL SELECT left(word, 2), 'beginning of a word' FROM bench.words WHERE k IN (1, 7, 90)
    UNION ALL SELECT string_agg(word, ' '), 'five common words' FROM bench.words WHERE k <= 5
    UNION ALL SELECT string_agg(word, ' '), 'five words that never meet' FROM bench.words
      WHERE k IN (60, 61, 62, 63, 64)
    UNION ALL SELECT overlay(word PLACING 'yy' FROM 3 FOR 1), 'mistyped word' FROM bench.words
      WHERE k IN (7000, 90000, 120000)
    UNION ALL SELECT q, 'nothing to be found' FROM unnest(ARRAY['qqqqq', 'quux quuux', 'ba qqqqq']) q`);
  const search = (q: string, sort: "best" | "popular", made?: "by-hand") => () =>
    readFeed(null, { page: 1, limit: 12, sort, q, made });
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ q }) => q);
  return [
    ...[...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
      name: `search: ${kind}`,
      // Two more where a word is corrected; 2,708 of a million known words look like one of them.
      statements: 7,
      ...(/mistyped|other word/.test(kind) && { rows: 3_000 }),
      variants: ofKind(kind).flatMap((q) => [search(q, "best"), search(q, "popular")]),
    })),
    {
      name: "search: by hand alone",
      statements: 6,
      variants: [...ofKind("common word"), ...ofKind("rare word")].map((q) =>
        search(q, "best", "by-hand"),
      ),
    },
  ];
}
