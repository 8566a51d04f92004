-- CreateIndex
CREATE INDEX "scene_open_idx" ON "scene"("updated_at") WHERE (status = 'generating');

-- CreateIndex
CREATE INDEX "panel_faces_idx" ON "panel"("image_media_id") WHERE (faces <> '[]');
