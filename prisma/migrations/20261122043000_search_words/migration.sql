-- A search finds a word in whatever it is written: accents, width and case do not matter, quotes and
-- dashes end a word, and where a script has no spaces each pair of letters counts as one. PostgreSQL's
-- parser decides by the cluster's locale what a letter is; here the same holds on every server.

-- The words of a text, one space between them. Runs of Han, Kana, Thai, Lao, Burmese and Khmer become
-- their pairs of letters; `with_last` adds each run's last letter, which begins no pair.
CREATE FUNCTION search_words(source text, with_last boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(CASE WHEN piece ~ '^[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]'
      THEN (SELECT string_agg(substr(piece, i, 2), ' ' ORDER BY i)
        FROM generate_series(1, CASE WHEN with_last THEN length(piece)
          ELSE greatest(length(piece) - 1, 1) END) i)
      ELSE piece END, ' ' ORDER BY place), '')
  FROM regexp_matches(
      lower(normalize(regexp_replace(normalize(source, NFKD), '[\u0300-\u036F]', '', 'g'), NFKC)),
      '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]+|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uFE10-\uFE6F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]+',
      'g') WITH ORDINALITY AS found(pieces, place), LATERAL (SELECT pieces[1] AS piece) p;
$$;

CREATE OR REPLACE FUNCTION story_search_text(story_id uuid, author_id uuid, title text, description text)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT search_words(concat_ws(E'\n', title, description,
    (SELECT string_agg(t.tag, ' ' ORDER BY t.position) FROM story_tag t
      WHERE t.story_id = story_search_text.story_id),
    (SELECT concat_ws(' ', u.username::text, u.first_name, u.last_name) FROM user_account u
      WHERE u.id = story_search_text.author_id)), true);
$$;

-- Every word must occur, or a longer one that begins with it. What somebody typed is words and nothing
-- else: it holds no operator by the time it gets here. More than a dozen words narrow nothing down.
CREATE FUNCTION story_search_query(q text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsquery('simple', coalesce(string_agg('''' || word || ''':*', ' & '), ''))
  FROM (SELECT word FROM regexp_split_to_table(search_words(q, false), ' ') word
    WHERE word <> '' LIMIT 12) words;
$$;

UPDATE story SET search_text = story_search_text(id, author_id, title, description);
