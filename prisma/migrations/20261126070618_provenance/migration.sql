-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "hides_ai" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "media_object" ADD COLUMN     "history" JSONB,
ADD COLUMN     "signed_from" CHAR(64);

-- AlterTable
ALTER TABLE "story" ADD COLUMN     "made_by_hand" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "no_training" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "signing_key" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "certificates" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "media_object_signed_from_key" ON "media_object"("signed_from");

-- CreateIndex
CREATE INDEX "story_by_hand_idx" ON "story"("published_at" DESC, "id" DESC) WHERE (status = 'published' AND made_by_hand);

ALTER TABLE signing_key ADD CONSTRAINT signing_key_only CHECK (id = 1);

-- A story that is declared made by hand is not, once a model has made a picture of it.
CREATE FUNCTION made_by_hand_of_take() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.source IN ('generated', 'edited')
    OR (SELECT is_generated FROM media_object WHERE id = NEW.media_id) THEN
    UPDATE story SET made_by_hand = false
    WHERE made_by_hand AND id = (
      SELECT c.story_id FROM panel p JOIN scene c ON c.id = coalesce(p.scene_id, p.removed_from_id)
      WHERE p.id = NEW.panel_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER made_by_hand_of_take AFTER INSERT ON take
  FOR EACH ROW EXECUTE FUNCTION made_by_hand_of_take();

CREATE FUNCTION made_by_hand_of_portrait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.primary_media_id IS NOT NULL
    AND (SELECT is_generated FROM media_object WHERE id = NEW.primary_media_id) THEN
    UPDATE story SET made_by_hand = false WHERE made_by_hand AND id = NEW.story_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER made_by_hand_of_character AFTER INSERT OR UPDATE OF primary_media_id ON "character"
  FOR EACH ROW EXECUTE FUNCTION made_by_hand_of_portrait();
CREATE TRIGGER made_by_hand_of_location AFTER INSERT OR UPDATE OF primary_media_id ON location
  FOR EACH ROW EXECUTE FUNCTION made_by_hand_of_portrait();
