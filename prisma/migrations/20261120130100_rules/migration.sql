-- Rules that Prisma's schema language cannot say: checks, a deferrable constraint, the search
-- index, storage parameters, and the triggers that keep every total equal to its rows.

-- Lengths and shapes ------------------------------------------------------------------------------
ALTER TABLE user_account
  ADD CONSTRAINT user_username_shape CHECK (username::text ~ '^[A-Za-z0-9_-]{3,30}$'),
  ADD CONSTRAINT user_email_shape CHECK (length(email::text) BETWEEN 3 AND 254 AND email::text LIKE '%_@_%'),
  ADD CONSTRAINT user_session_version CHECK (session_version >= 0);

ALTER TABLE story
  ADD CONSTRAINT story_title_filled CHECK (length(title) >= 1),
  ADD CONSTRAINT story_description_filled CHECK (length(description) >= 1),
  ADD CONSTRAINT story_aspect_ratio CHECK (aspect_ratio IN ('3:4', '3:2', 'square')),
  ADD CONSTRAINT story_panels CHECK (panels BETWEEN 1 AND 6 AND default_panels BETWEEN 1 AND 6),
  ADD CONSTRAINT story_image_model
    CHECK (image_generation_model IN ('flux-kontext-pro', 'flux-kontext-max', 'google-nano-banana', 'seedream-4')),
  ADD CONSTRAINT story_published_at CHECK ((status = 'published') = (published_at IS NOT NULL)),
  -- Lineage is written for remixes alone, and an original that is gone has no id.
  ADD CONSTRAINT story_lineage CHECK (
    (is_remix OR (original_story_id IS NULL AND NOT original_story_deleted))
    AND NOT (original_story_deleted AND original_story_id IS NOT NULL));

ALTER TABLE story_tag
  ADD CONSTRAINT story_tag_filled CHECK (tag = btrim(tag) AND length(tag) >= 1),
  ADD CONSTRAINT story_tag_position CHECK (position BETWEEN 0 AND 9),
  ADD CONSTRAINT story_tag_position_unique UNIQUE (story_id, position) DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE story_stat
  ADD CONSTRAINT story_stat_counts CHECK (like_count >= 0 AND remix_count >= 0 AND view_count >= 0),
  SET (fillfactor = 70);
ALTER TABLE scene_stat
  ADD CONSTRAINT scene_stat_counts CHECK (like_count >= 0),
  SET (fillfactor = 70);
ALTER TABLE total ADD CONSTRAINT total_count CHECK (count >= 0);

-- Renumbering moves several scenes in one statement, so the numbers are compared at its end.
DROP INDEX scene_story_id_scene_number_key;
ALTER TABLE scene
  ADD CONSTRAINT scene_story_id_scene_number_key UNIQUE (story_id, scene_number) DEFERRABLE INITIALLY IMMEDIATE,
  ADD CONSTRAINT scene_number CHECK (scene_number >= 1),
  ADD CONSTRAINT scene_generation CHECK (generation >= 1);

ALTER TABLE panel
  ADD CONSTRAINT panel_number CHECK (panel_number BETWEEN 1 AND 6),
  ADD CONSTRAINT panel_lines CHECK (jsonb_typeof(lines) = 'array'),
  ADD CONSTRAINT panel_text_bubbles CHECK (jsonb_typeof(text_bubbles) = 'array' AND jsonb_array_length(text_bubbles) <= 24);

ALTER TABLE "character"
  ADD CONSTRAINT character_name CHECK (length(name) >= 1),
  ADD CONSTRAINT character_description CHECK (length(description) >= 10),
  ADD CONSTRAINT character_image_prompt CHECK (length(image_prompt) >= 10);
ALTER TABLE location
  ADD CONSTRAINT location_name CHECK (length(name) >= 1),
  ADD CONSTRAINT location_description CHECK (length(description) >= 10),
  ADD CONSTRAINT location_image_prompt CHECK (length(image_prompt) >= 10);

ALTER TABLE media_object
  ADD CONSTRAINT media_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT media_extension CHECK (extension ~ '^[a-z0-9]{2,8}$'),
  ADD CONSTRAINT media_bytes CHECK (bytes > 0),
  ADD CONSTRAINT media_size CHECK ((width IS NULL) = (height IS NULL) AND coalesce(width, 1) > 0 AND coalesce(height, 1) > 0);

ALTER TABLE job
  ADD CONSTRAINT job_progress CHECK (progress BETWEEN 0 AND 100),
  ADD CONSTRAINT job_finished CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL));

-- Search --------------------------------------------------------------------------------------------
CREATE INDEX story_search_idx ON story USING gin (to_tsvector('simple', search_text));

-- Totals --------------------------------------------------------------------------------------------
CREATE FUNCTION add_to_total(total_key text, delta int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO total (key, count) VALUES (total_key, GREATEST(delta, 0))
  ON CONFLICT (key) DO UPDATE SET count = total.count + delta;
$$;

-- A story's stat row comes with it; publishing stamps its tags and its place in 'popular'.
CREATE FUNCTION story_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO story_stat (story_id) VALUES (NEW.id);
    IF NEW.original_story_id IS NOT NULL THEN
      UPDATE story_stat SET remix_count = remix_count + 1 WHERE story_id = NEW.original_story_id;
    END IF;
    IF NEW.status = 'published' THEN
      PERFORM add_to_total('feed', 1);
      INSERT INTO story_rank (story_id) VALUES (NEW.id);
    END IF;
  ELSIF OLD.published_at IS DISTINCT FROM NEW.published_at THEN
    IF OLD.published_at IS NULL THEN
      PERFORM add_to_total('feed', 1);
      INSERT INTO story_rank (story_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    ELSIF NEW.published_at IS NULL THEN
      PERFORM add_to_total('feed', -1);
      DELETE FROM story_rank WHERE story_id = NEW.id;
    END IF;
    UPDATE story_tag SET published_at = NEW.published_at WHERE story_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER story_after_write AFTER INSERT OR UPDATE OF status, published_at ON story
  FOR EACH ROW EXECUTE FUNCTION story_after_write();

-- Remixes outlive their original: they keep its title, and the original loses one remix with each.
CREATE FUNCTION story_before_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story SET original_story_deleted = true, original_story_title = OLD.title, original_story_id = NULL
    WHERE original_story_id = OLD.id;
  IF OLD.original_story_id IS NOT NULL THEN
    UPDATE story_stat SET remix_count = remix_count - 1 WHERE story_id = OLD.original_story_id;
  END IF;
  IF OLD.status = 'published' THEN
    PERFORM add_to_total('feed', -1);
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER story_before_delete BEFORE DELETE ON story
  FOR EACH ROW EXECUTE FUNCTION story_before_delete();

CREATE FUNCTION story_tag_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT published_at INTO NEW.published_at FROM story WHERE id = NEW.story_id;
  RETURN NEW;
END $$;
CREATE TRIGGER story_tag_before_insert BEFORE INSERT ON story_tag
  FOR EACH ROW EXECUTE FUNCTION story_tag_before_insert();

CREATE FUNCTION story_tag_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.published_at IS NOT NULL THEN
    PERFORM add_to_total('tag:' || OLD.tag, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.published_at IS NOT NULL THEN
    PERFORM add_to_total('tag:' || NEW.tag, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER story_tag_after_write AFTER INSERT OR DELETE OR UPDATE OF tag, published_at ON story_tag
  FOR EACH ROW EXECUTE FUNCTION story_tag_after_write();

CREATE FUNCTION scene_after_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scene_stat (scene_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER scene_after_insert AFTER INSERT ON scene
  FOR EACH ROW EXECUTE FUNCTION scene_after_insert();

CREATE FUNCTION story_like_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE story_stat SET like_count = like_count + 1 WHERE story_id = NEW.story_id;
  ELSE
    UPDATE story_stat SET like_count = like_count - 1 WHERE story_id = OLD.story_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER story_like_count AFTER INSERT OR DELETE ON story_like
  FOR EACH ROW EXECUTE FUNCTION story_like_count();

CREATE FUNCTION scene_like_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE scene_stat SET like_count = like_count + 1 WHERE scene_id = NEW.scene_id;
  ELSE
    UPDATE scene_stat SET like_count = like_count - 1 WHERE scene_id = OLD.scene_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scene_like_count AFTER INSERT OR DELETE ON scene_like
  FOR EACH ROW EXECUTE FUNCTION scene_like_count();

-- The 1 to 6 panels of a scene follow from the unique number in its range. Bubbles, scenes and
-- characters of one story are bounded by the service, where the limit can be explained.
