-- A word of three letters with two of them swapped is understood as well: there are only two such words.
CREATE OR REPLACE FUNCTION search_similar(typed text) RETURNS TABLE (word text, stories int) LANGUAGE sql STABLE AS $$
  (SELECT w.word, w.stories FROM search_word w
    WHERE length(w.word) BETWEEN 4 AND 40 AND length(typed) BETWEEN 4 AND 40 AND w.word % typed
      AND w.stories > 0
    ORDER BY similarity(w.word, typed) DESC, w.stories DESC, w.word LIMIT 30)
  UNION
  SELECT w.word, w.stories FROM search_word w
    WHERE w.stories > 0 AND length(typed) BETWEEN 3 AND 40 AND w.word = ANY(ARRAY(
      SELECT overlay(typed PLACING reverse(substr(typed, i, 2)) FROM i FOR 2)
      FROM generate_series(1, length(typed) - 1) i));
$$;
