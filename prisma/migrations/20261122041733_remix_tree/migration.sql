-- CreateIndex
CREATE INDEX "story_remix_idx" ON "story"("original_story_id", "published_at" DESC, "id" DESC) WHERE (status = 'published');
