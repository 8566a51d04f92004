-- CreateIndex
CREATE INDEX "user_account_avatar_media_id_idx" ON "user_account"("avatar_media_id");
