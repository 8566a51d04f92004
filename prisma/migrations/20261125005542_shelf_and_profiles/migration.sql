-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "bio" VARCHAR(300) NOT NULL DEFAULT '',
ADD COLUMN     "links" VARCHAR(200)[] DEFAULT ARRAY[]::VARCHAR(200)[];

-- CreateIndex
CREATE INDEX "story_like_story_id_created_at_idx" ON "story_like"("story_id", "created_at");

ALTER TABLE "user_account"
  ADD CONSTRAINT user_links CHECK (cardinality(links) <= 5 AND array_to_string(links, ' ', '') ~ '^(https://\S+( https://\S+)*)?$');
