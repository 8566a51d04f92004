-- CreateTable
CREATE TABLE "media_upload" (
    "media_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_upload_pkey" PRIMARY KEY ("media_id","user_id")
);

-- CreateIndex
CREATE INDEX "media_upload_user_id_idx" ON "media_upload"("user_id");

-- CreateIndex
CREATE INDEX "job_finished_at_idx" ON "job"("finished_at");

-- AddForeignKey
ALTER TABLE "media_upload" ADD CONSTRAINT "media_upload_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_upload" ADD CONSTRAINT "media_upload_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An object knew only who uploaded it first.
INSERT INTO "media_upload" ("media_id", "user_id", "created_at")
SELECT "id", "uploader_id", "created_at" FROM "media_object" WHERE "uploader_id" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "media_object" DROP CONSTRAINT "media_object_uploader_id_fkey";

-- DropIndex
DROP INDEX "media_object_uploader_id_idx";

-- AlterTable
ALTER TABLE "media_object" DROP COLUMN "uploader_id";

-- A take that came or went changes its story for those who watch it. Takes that go with their panel
-- or scene find none of them; the panel's and the scene's own triggers have told already.
CREATE FUNCTION notify_story_live_of_take() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  SELECT c.story_id INTO changed FROM panel p JOIN scene c ON c.id = p.scene_id
    WHERE p.id = CASE WHEN TG_OP = 'DELETE' THEN OLD.panel_id ELSE NEW.panel_id END;
  IF changed IS NOT NULL THEN
    PERFORM pg_notify('story_live', changed::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER take_live AFTER INSERT OR DELETE ON take
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_take();
