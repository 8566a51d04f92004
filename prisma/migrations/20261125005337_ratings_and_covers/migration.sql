-- CreateEnum
CREATE TYPE "story_rating" AS ENUM ('everyone', 'teen', 'mature');

-- AlterTable
ALTER TABLE "story" ADD COLUMN     "cover_panel_id" UUID,
ADD COLUMN     "rating" "story_rating" NOT NULL DEFAULT 'everyone';

-- CreateIndex
CREATE INDEX "story_cover_panel_id_idx" ON "story"("cover_panel_id");

-- AddForeignKey
ALTER TABLE "story" ADD CONSTRAINT "story_cover_panel_id_fkey" FOREIGN KEY ("cover_panel_id") REFERENCES "panel"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Public lists ------------------------------------------------------------------------------------
-- Totals, places in 'popular' and the dates of tags are those of stories that public lists show:
-- published ones that are not for adults alone.
CREATE FUNCTION listed_at(published_at timestamptz, rating story_rating)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN rating <> 'mature' THEN published_at END;
$$;

CREATE OR REPLACE FUNCTION story_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz;
  after timestamptz := listed_at(NEW.published_at, NEW.rating);
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO story_stat (story_id) VALUES (NEW.id);
    IF NEW.original_story_id IS NOT NULL THEN
      UPDATE story_stat SET remix_count = remix_count + 1 WHERE story_id = NEW.original_story_id;
    END IF;
  ELSE
    before := listed_at(OLD.published_at, OLD.rating);
  END IF;
  IF before IS NULL AND after IS NOT NULL THEN
    PERFORM add_to_total('feed', 1);
    INSERT INTO story_rank (story_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  ELSIF before IS NOT NULL AND after IS NULL THEN
    PERFORM add_to_total('feed', -1);
    DELETE FROM story_rank WHERE story_id = NEW.id;
  END IF;
  IF before IS DISTINCT FROM after THEN
    UPDATE story_tag SET published_at = after WHERE story_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER story_after_write ON story;
CREATE TRIGGER story_after_write AFTER INSERT OR UPDATE OF status, published_at, rating ON story
  FOR EACH ROW EXECUTE FUNCTION story_after_write();

CREATE OR REPLACE FUNCTION story_before_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.original_story_id IS NOT NULL THEN
    UPDATE story_stat SET remix_count = remix_count - 1 WHERE story_id = OLD.original_story_id;
  END IF;
  IF listed_at(OLD.published_at, OLD.rating) IS NOT NULL THEN
    PERFORM add_to_total('feed', -1);
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION story_tag_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT listed_at(published_at, rating) INTO NEW.published_at FROM story WHERE id = NEW.story_id;
  RETURN NEW;
END $$;
