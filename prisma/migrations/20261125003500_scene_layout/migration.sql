-- AlterTable
ALTER TABLE "scene" ADD COLUMN     "layout" VARCHAR(24);

ALTER TABLE scene
  ADD CONSTRAINT scene_layout CHECK (layout ~ '^(row-[1-3]|lead-[23])(/(row-[1-3]|lead-[23]))*$');
