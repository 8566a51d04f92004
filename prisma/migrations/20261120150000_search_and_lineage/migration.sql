-- Search ------------------------------------------------------------------------------------------
-- What a search reads of a story, whoever wrote the title, the tags or the author's name.
CREATE FUNCTION story_search_text(story_id uuid, author_id uuid, title text, description text)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\n', title, description,
    (SELECT string_agg(t.tag, ' ' ORDER BY t.position) FROM story_tag t
      WHERE t.story_id = story_search_text.story_id),
    (SELECT concat_ws(' ', u.username::text, u.first_name, u.last_name) FROM user_account u
      WHERE u.id = story_search_text.author_id));
$$;

CREATE FUNCTION story_before_search_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := story_search_text(NEW.id, NEW.author_id, NEW.title, NEW.description);
  RETURN NEW;
END $$;
CREATE TRIGGER story_before_search_write BEFORE INSERT OR UPDATE OF title, description, author_id ON story
  FOR EACH ROW EXECUTE FUNCTION story_before_search_write();

-- Once for all tags of a statement, not once for each.
CREATE FUNCTION story_tag_after_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story s SET search_text = story_search_text(s.id, s.author_id, s.title, s.description)
    WHERE s.id IN (SELECT story_id FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER story_tag_after_insert_statement AFTER INSERT ON story_tag
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_tag_after_statement();
CREATE TRIGGER story_tag_after_delete_statement AFTER DELETE ON story_tag
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_tag_after_statement();

CREATE FUNCTION user_after_rename() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story s SET search_text = story_search_text(s.id, s.author_id, s.title, s.description)
    WHERE s.author_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_after_rename AFTER UPDATE OF username, first_name, last_name ON user_account
  FOR EACH ROW
  WHEN ((OLD.username, OLD.first_name, OLD.last_name)
    IS DISTINCT FROM (NEW.username, NEW.first_name, NEW.last_name))
  EXECUTE FUNCTION user_after_rename();

-- Lineage -----------------------------------------------------------------------------------------
-- Deleting several stories at once, as with an account, must not update rows that the same statement
-- deletes. So the foreign key takes the id away, and the remix notes there and then that its
-- original is gone. The title it keeps follows the original's as long as there is one.
CREATE OR REPLACE FUNCTION story_before_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.original_story_id IS NOT NULL THEN
    UPDATE story_stat SET remix_count = remix_count - 1 WHERE story_id = OLD.original_story_id;
  END IF;
  IF OLD.status = 'published' THEN
    PERFORM add_to_total('feed', -1);
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION story_before_lineage_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.original_story_id IS NOT NULL AND NEW.original_story_id IS NULL THEN
    NEW.original_story_deleted := true;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER story_before_lineage_update BEFORE UPDATE OF original_story_id ON story
  FOR EACH ROW EXECUTE FUNCTION story_before_lineage_update();

CREATE FUNCTION story_after_retitle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story SET original_story_title = NEW.title WHERE original_story_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER story_after_retitle AFTER UPDATE OF title ON story
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION story_after_retitle();
