-- CreateIndex
CREATE INDEX "story_style_media_id_idx" ON "story"("style_media_id");
