-- AlterTable
ALTER TABLE "panel" ADD COLUMN     "removed_from_id" UUID,
ALTER COLUMN "scene_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "panel_removed_from_id_idx" ON "panel"("removed_from_id");

-- AddForeignKey
ALTER TABLE "panel" ADD CONSTRAINT "panel_removed_from_id_fkey" FOREIGN KEY ("removed_from_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: panels change places in one statement, so the numbers are compared at its end. A
-- panel is in a scene, or out of one.
DROP INDEX "panel_scene_id_panel_number_key";
ALTER TABLE panel
  ADD CONSTRAINT panel_scene_id_panel_number_key UNIQUE (scene_id, panel_number) DEFERRABLE INITIALLY IMMEDIATE,
  ADD CONSTRAINT panel_in_or_out CHECK ((scene_id IS NULL) <> (removed_from_id IS NULL));
