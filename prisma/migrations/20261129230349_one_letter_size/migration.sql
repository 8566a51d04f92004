-- AlterTable
ALTER TABLE "story" ADD COLUMN     "one_letter_size" BOOLEAN NOT NULL DEFAULT true;

-- Bubbles that authors placed before keep their size until their author agrees.
UPDATE "story" SET "one_letter_size" = false WHERE "id" IN (
  SELECT c."story_id" FROM "panel" p JOIN "scene" c ON c."id" = p."scene_id"
  WHERE p."text_bubbles" @> '[{"byHand": true}]'
);
