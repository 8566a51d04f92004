-- AlterTable
ALTER TABLE "prediction" ADD COLUMN     "dropped_at" TIMESTAMPTZ(3),
ADD COLUMN     "scene_id" UUID,
ADD COLUMN     "story_id" UUID,
ADD COLUMN     "user_id" UUID;

-- CreateIndex
CREATE INDEX "prediction_user_id_idx" ON "prediction"("user_id");

-- AddForeignKey
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
