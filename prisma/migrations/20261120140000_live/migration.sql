-- Says at commit that something of a story changed, to whoever listens on `story_live`; the payload
-- is the story's id. Repeats within a transaction are one message.
CREATE FUNCTION notify_story_live() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'panel' THEN
    SELECT story_id INTO changed FROM scene
      WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.scene_id ELSE NEW.scene_id END;
  ELSIF TG_TABLE_NAME = 'story' THEN
    changed := NEW.id;
  ELSE
    changed := CASE WHEN TG_OP = 'DELETE' THEN OLD.story_id ELSE NEW.story_id END;
  END IF;
  IF changed IS NOT NULL THEN
    PERFORM pg_notify('story_live', changed::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER story_live AFTER UPDATE ON story
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();
CREATE TRIGGER scene_live AFTER INSERT OR UPDATE OR DELETE ON scene
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();
CREATE TRIGGER panel_live AFTER INSERT OR UPDATE OR DELETE ON panel
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();
CREATE TRIGGER character_live AFTER INSERT OR UPDATE OR DELETE ON "character"
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();
CREATE TRIGGER location_live AFTER INSERT OR UPDATE OR DELETE ON location
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();

-- The sweep of storage asks which picture an encoding belongs to.
CREATE INDEX media_object_variants_idx ON media_object USING gin (variants jsonb_path_ops);
