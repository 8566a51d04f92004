-- AlterTable
ALTER TABLE "story_rank" ADD COLUMN     "week_likes" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "story_rank_week_idx" ON "story_rank"("week_likes" DESC, "story_id" DESC) WHERE (week_likes > 0);
