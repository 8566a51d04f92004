-- A search finds first and sorts then: docs/decisions/0073-search.md.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What was: one text of a story, and its words without weights -----------------------------------
DROP TRIGGER story_before_search_write ON story;
DROP TRIGGER story_tag_after_insert_statement ON story_tag;
DROP TRIGGER story_tag_after_delete_statement ON story_tag;
DROP TRIGGER user_after_rename ON user_account;
DROP FUNCTION story_before_search_write, story_tag_after_statement, user_after_rename,
  story_search_text, story_search_query;
DROP INDEX story_search_idx;
ALTER TABLE "story" DROP COLUMN "search_text";

-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "search_words" tsvector;

-- CreateTable
CREATE TABLE "story_search" (
    "story_id" UUID NOT NULL,
    "listing" BIGINT,
    "listed_at" TIMESTAMPTZ(3),
    "words" tsvector NOT NULL,

    CONSTRAINT "story_search_pkey" PRIMARY KEY ("story_id")
);

-- CreateTable. Words are compared byte by byte, so that those with one beginning stand together.
CREATE TABLE "search_word" (
    "word" TEXT COLLATE "C" NOT NULL,
    "stories" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

-- AddForeignKey
ALTER TABLE "story_search" ADD CONSTRAINT "story_search_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX user_search_words_idx ON user_account USING gin (search_words) WITH (fastupdate = off);
-- Of the words with one beginning, the well-known ones.
CREATE INDEX search_word_common_idx ON search_word (word) INCLUDE (stories) WHERE stories >= 20;
-- Tags by their beginning, whatever the case.
CREATE INDEX total_tag_beginning_idx ON total (lower(key) text_pattern_ops) WHERE key LIKE 'tag:%';
CREATE SEQUENCE story_listing_seq OWNED BY story_search.listing;

-- Words -------------------------------------------------------------------------------------------
-- The words of a text as lexemes of one weight. They need no parser: search_words has parted them.
CREATE FUNCTION search_vector(source text, weight text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT '''' || left(word, 100) || ''':1' || weight, ' '), '')::tsvector
  FROM regexp_split_to_table(search_words(source, true), ' ') word WHERE word <> '';
$$;

-- Marks are lexemes that no text has, because of their colon: 'by:' the author, 'tag:' each tag as it
-- is written, and 'in:' the blocks of 2^11 to 2^20 stories of which it is part in public lists.
CREATE FUNCTION refresh_story_search(id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s story%ROWTYPE;
  found_listing bigint;
  tags text[];
  vector tsvector;
  marks text[];
BEGIN
  -- Whoever comes second reads what the first has written.
  PERFORM FROM story_search WHERE story_id = refresh_story_search.id FOR UPDATE;
  SELECT * INTO s FROM story WHERE story.id = refresh_story_search.id;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(array_agg(t.tag ORDER BY t.position), '{}') INTO tags
    FROM story_tag t WHERE t.story_id = s.id;
  vector := search_vector(s.title, 'A') || search_vector(array_to_string(tags, ' '), 'B')
    || search_vector(s.description, 'C');
  marks := ARRAY(SELECT 'tag:' || tag FROM unnest(tags) tag) || ('by:' || s.author_id);
  IF s.status = 'published' AND s.rating <> 'mature' THEN
    SELECT listing INTO found_listing FROM story_search WHERE story_id = s.id;
    found_listing := coalesce(found_listing, nextval('story_listing_seq'));
    marks := marks
      || ARRAY(SELECT 'in:' || level || ':' || (found_listing >> level) FROM generate_series(11, 20) level);
    vector := vector || search_vector((
      SELECT left(string_agg(b.bubble ->> 'text', ' ' ORDER BY c.scene_number, p.panel_number), 50000)
      FROM scene c JOIN panel p ON p.scene_id = c.id
        CROSS JOIN LATERAL jsonb_array_elements(p.text_bubbles) b (bubble)
      WHERE c.story_id = s.id), 'D');
  END IF;
  INSERT INTO story_search AS kept (story_id, listing, listed_at, words)
    VALUES (s.id, found_listing, CASE WHEN found_listing IS NOT NULL THEN s.published_at END,
      vector || array_to_tsvector(marks))
  ON CONFLICT (story_id) DO UPDATE
    SET listing = excluded.listing, listed_at = excluded.listed_at, words = excluded.words
    WHERE (kept.listing, kept.listed_at, kept.words)
      IS DISTINCT FROM (excluded.listing, excluded.listed_at, excluded.words);
END $$;

-- At the end of a transaction, when nothing more of it has to wait for anybody: whoever writes a
-- story's title and whoever writes its balloons lock its row here as the last of all.
CREATE FUNCTION story_search_after_story() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_story_search(NEW.id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER story_search_after_insert AFTER INSERT ON story
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION story_search_after_story();
CREATE CONSTRAINT TRIGGER story_search_after_update
  AFTER UPDATE OF title, description, author_id, status, published_at, rating ON story
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.author_id, OLD.status, OLD.published_at, OLD.rating)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.author_id, NEW.status, NEW.published_at, NEW.rating))
  EXECUTE FUNCTION story_search_after_story();

CREATE FUNCTION story_search_after_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_story_search(CASE TG_OP WHEN 'DELETE' THEN OLD.story_id ELSE NEW.story_id END);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER story_search_after_tag AFTER INSERT OR DELETE ON story_tag
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION story_search_after_tag();

-- Only balloons of stories in public lists are looked through, and only what they say.
CREATE FUNCTION story_search_after_panel() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said jsonb := jsonb_path_query_array(CASE TG_OP WHEN 'INSERT' THEN '[]' ELSE OLD.text_bubbles END, '$[*].text');
  says jsonb := jsonb_path_query_array(CASE TG_OP WHEN 'DELETE' THEN '[]' ELSE NEW.text_bubbles END, '$[*].text');
  was uuid := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE OLD.scene_id END;
  now_in uuid := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.scene_id END;
BEGIN
  IF said <> says OR (was IS DISTINCT FROM now_in AND says <> '[]') THEN
    PERFORM refresh_story_search(x.story_id) FROM scene c JOIN story_search x ON x.story_id = c.story_id
      WHERE c.id IN (was, now_in) AND x.listing IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER story_search_after_panel
  AFTER INSERT OR DELETE OR UPDATE OF text_bubbles, scene_id ON panel
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION story_search_after_panel();

-- A scene that is deleted takes its panels along, which can no longer say whose they were.
CREATE FUNCTION story_search_after_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_story_search(x.story_id) FROM story_search x
    WHERE x.story_id = OLD.story_id AND x.listing IS NOT NULL;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER story_search_after_scene AFTER DELETE ON scene
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION story_search_after_scene();

-- New words are known at once; how many stories have them is counted by upkeep. Words of drafts stay
-- out: what a word was meant to be is told to everybody. A word that is known already is not locked;
-- new ones come in order, so that nobody waits in a circle.
CREATE FUNCTION search_word_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word (word)
    SELECT word FROM unnest(tsvector_to_array(NEW.words)) word WHERE position(':' in word) = 0 ORDER BY 1
    ON CONFLICT DO NOTHING;
  UPDATE search_word SET stories = 1 WHERE stories = 0 AND word = ANY(tsvector_to_array(NEW.words));
  RETURN NULL;
END $$;
CREATE TRIGGER search_word_after_insert AFTER INSERT ON story_search
  FOR EACH ROW WHEN (NEW.listing IS NOT NULL) EXECUTE FUNCTION search_word_after_write();
CREATE TRIGGER search_word_after_update AFTER UPDATE OF words ON story_search
  FOR EACH ROW WHEN (NEW.listing IS NOT NULL AND OLD.words IS DISTINCT FROM NEW.words)
  EXECUTE FUNCTION search_word_after_write();

CREATE FUNCTION user_before_rename() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := search_vector(
    concat_ws(' ', NEW.username::text, NEW.first_name, NEW.last_name), 'A');
  RETURN NEW;
END $$;
CREATE TRIGGER user_before_rename BEFORE INSERT OR UPDATE OF username, first_name, last_name ON user_account
  FOR EACH ROW EXECUTE FUNCTION user_before_rename();

-- Finding -----------------------------------------------------------------------------------------
-- Stories of public lists that match, those that got there last first, until there are enough: all of
-- `keys` and one of the `blocks` at a time (an empty one stands for all stories). Each key is a condition of
-- its own: PostgreSQL then skips in the longer lists of entries what the shortest has not, which it does
-- not within one query of words that have others beside them (ten times as slow). The planner would
-- believe that reading the table is cheaper where words are common.
-- `relevance` is even where the words stand exactly as they were typed: 0 and 1 in the title, 2 and 3 there
-- or in tags, 4 and 5 there or in the description, 6 and 7 where balloons are needed.
CREATE FUNCTION search_candidates(keys text[], blocks text[], places text[], typed text, most int)
RETURNS TABLE (story_id uuid, listed_at timestamptz, relevance int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off AS $$
DECLARE
  conditions text := (
    SELECT string_agg(format('x.words @@ $1[%s]::tsquery', i), ' AND ')
    FROM generate_subscripts(keys, 1) i);
  block text;
  rest int := most;
  got int;
BEGIN
  FOREACH block IN ARRAY blocks LOOP
    RETURN QUERY EXECUTE '
      SELECT x.story_id, x.listed_at,
        CASE WHEN x.words @@ $2[1]::tsquery THEN 0 WHEN x.words @@ $2[2]::tsquery THEN 2
          WHEN x.words @@ $2[3]::tsquery THEN 4 ELSE 6 END
        + CASE WHEN x.words @@ $3::tsquery THEN 0 ELSE 1 END
      FROM story_search x WHERE ' || conditions
        || CASE block WHEN '' THEN '' ELSE ' AND x.words @@ $4::tsquery' END
        || ' AND x.listing IS NOT NULL LIMIT $5'
      USING keys, places, typed, block, rest;
    GET DIAGNOSTICS got = ROW_COUNT;
    rest := rest - got;
    EXIT WHEN rest <= 0;
  END LOOP;
END $$;

-- Known words that share letters with one that nobody has, the most similar first, and those that it is
-- with two neighbouring letters swapped, which share few.
CREATE FUNCTION search_similar(typed text) RETURNS TABLE (word text, stories int) LANGUAGE sql STABLE AS $$
  (SELECT w.word, w.stories FROM search_word w
    WHERE length(w.word) BETWEEN 4 AND 40 AND length(typed) BETWEEN 4 AND 40 AND w.word % typed
      AND w.stories > 0
    ORDER BY similarity(w.word, typed) DESC, w.stories DESC, w.word LIMIT 30)
  UNION
  SELECT w.word, w.stories FROM search_word w
    WHERE w.stories > 0 AND length(typed) BETWEEN 4 AND 40 AND w.word = ANY(ARRAY(
      SELECT overlay(typed PLACING reverse(substr(typed, i, 2)) FROM i FOR 2)
      FROM generate_series(1, length(typed) - 1) i));
$$;

-- What is there ---------------------------------------------------------------------------------------
UPDATE user_account SET username = username;
DO $$
DECLARE
  row record;
BEGIN
  FOR row IN SELECT id FROM story ORDER BY published_at NULLS LAST, id LOOP
    PERFORM refresh_story_search(row.id);
  END LOOP;
END $$;
UPDATE search_word w SET stories = counted.ndoc
  FROM ts_stat('SELECT words FROM story_search WHERE listing IS NOT NULL') counted WHERE counted.word = w.word;
-- Of public lists alone, and without a list of what is pending, which each search would have to read.
CREATE INDEX story_search_words_idx ON story_search USING gin (words) WITH (fastupdate = off)
  WHERE listing IS NOT NULL;
-- What a word was meant to be.
CREATE INDEX search_word_similar_idx ON search_word USING gin (word gin_trgm_ops)
  WHERE length(word) BETWEEN 4 AND 40;
