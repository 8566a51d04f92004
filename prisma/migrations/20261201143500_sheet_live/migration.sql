-- A deleted story says so as well, also one without scenes.
CREATE FUNCTION notify_story_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('story_live', OLD.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER story_deleted_live AFTER DELETE ON story
  FOR EACH ROW EXECUTE FUNCTION notify_story_deleted();

-- A job that ends without a picture changes nothing else. Heartbeats and progress are polled.
CREATE TRIGGER job_end_live AFTER UPDATE OF status ON job
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('completed', 'failed'))
  EXECUTE FUNCTION notify_story_live();

-- The parts of a sheet: those that go with their character or location find none of them, and its
-- own trigger has told already.
CREATE FUNCTION notify_story_live_of_sheet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part jsonb := to_jsonb(COALESCE(NEW, OLD));
  changed uuid;
BEGIN
  SELECT story_id INTO changed FROM "character" WHERE id = (part ->> 'character_id')::uuid
    UNION ALL SELECT story_id FROM location WHERE id = (part ->> 'location_id')::uuid;
  IF changed IS NOT NULL THEN
    PERFORM pg_notify('story_live', changed::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER outfit_live AFTER INSERT OR UPDATE OR DELETE ON outfit
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_sheet();
CREATE TRIGGER reference_picture_live AFTER INSERT OR UPDATE OR DELETE ON reference_picture
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_sheet();
CREATE TRIGGER character_image_live AFTER INSERT OR DELETE ON character_image
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_sheet();
CREATE TRIGGER location_image_live AFTER INSERT OR DELETE ON location_image
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_sheet();
