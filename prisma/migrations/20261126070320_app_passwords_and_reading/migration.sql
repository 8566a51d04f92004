-- CreateTable
CREATE TABLE "app_password" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_password_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reading_progress" (
    "user_id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "progression" DOUBLE PRECISION NOT NULL,
    "modified" TIMESTAMPTZ(3) NOT NULL,
    "device_id" VARCHAR(200) NOT NULL,
    "device_name" VARCHAR(100) NOT NULL,
    "title" VARCHAR(200) NOT NULL DEFAULT '',
    "references" VARCHAR(500)[] DEFAULT ARRAY[]::VARCHAR(500)[],

    CONSTRAINT "reading_progress_pkey" PRIMARY KEY ("user_id","story_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_password_hash_key" ON "app_password"("hash");

-- CreateIndex
CREATE INDEX "app_password_user_id_idx" ON "app_password"("user_id");

-- CreateIndex
CREATE INDEX "reading_progress_story_id_idx" ON "reading_progress"("story_id");

-- CreateIndex
CREATE INDEX "reading_progress_user_id_modified_idx" ON "reading_progress"("user_id", "modified" DESC);

-- AddForeignKey
ALTER TABLE "app_password" ADD CONSTRAINT "app_password_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reading_progress" ADD CONSTRAINT "reading_progress_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reading_progress" ADD CONSTRAINT "reading_progress_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reading_progress"
  ADD CONSTRAINT "reading_progress_progression_check" CHECK ("progression" BETWEEN 0 AND 1);
