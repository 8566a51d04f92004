-- Marks are lexemes that no text has, because of their colon: 'by:' the author, 'tag:' each tag as it
-- is written, 'made:by-hand' what is declared to be that, and 'in:' the blocks of 2^11 to 2^20 stories
-- of which it is part in public lists.
CREATE OR REPLACE FUNCTION refresh_story_search(id uuid) RETURNS void LANGUAGE plpgsql AS $$
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
  IF s.made_by_hand THEN marks := marks || 'made:by-hand'::text; END IF;
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

DROP TRIGGER story_search_after_update ON story;
CREATE CONSTRAINT TRIGGER story_search_after_update
  AFTER UPDATE OF title, description, author_id, status, published_at, rating, made_by_hand ON story
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.author_id, OLD.status, OLD.published_at, OLD.rating, OLD.made_by_hand)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.author_id, NEW.status, NEW.published_at, NEW.rating, NEW.made_by_hand))
  EXECUTE FUNCTION story_search_after_story();

-- Those that there are already.
SELECT refresh_story_search(id) FROM story WHERE made_by_hand;
