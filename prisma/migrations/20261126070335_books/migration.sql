-- CreateTable
CREATE TABLE "book" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "format" VARCHAR(20) NOT NULL,
    "size" VARCHAR(20) NOT NULL,
    "version" CHAR(64) NOT NULL,
    "status" "work_status" NOT NULL DEFAULT 'queued',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "pages" INTEGER NOT NULL DEFAULT 0,
    "file_key" VARCHAR(60),
    "bytes" BIGINT,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "book_asked_at_idx" ON "book"("asked_at");

-- CreateIndex
CREATE INDEX "book_open_idx" ON "book"("heartbeat_at") WHERE (status IN ('queued', 'processing'));

-- CreateIndex
CREATE UNIQUE INDEX "book_story_id_format_size_version_key" ON "book"("story_id", "format", "size", "version");

-- AddForeignKey
ALTER TABLE "book" ADD CONSTRAINT "book_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;
