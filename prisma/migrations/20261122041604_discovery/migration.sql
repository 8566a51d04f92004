-- CreateTable
CREATE TABLE "share_picture" (
    "story_id" UUID NOT NULL,
    "version" VARCHAR(40) NOT NULL,
    "media_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_picture_pkey" PRIMARY KEY ("story_id")
);

-- CreateTable
CREATE TABLE "sitemap_chunk" (
    "kind" VARCHAR(10) NOT NULL,
    "number" INTEGER NOT NULL,
    "from_id" UUID NOT NULL,

    CONSTRAINT "sitemap_chunk_pkey" PRIMARY KEY ("kind","number")
);

-- CreateTable
CREATE TABLE "view_salt" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "view_salt_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "share_picture_media_id_idx" ON "share_picture"("media_id");

-- AddForeignKey
ALTER TABLE "share_picture" ADD CONSTRAINT "share_picture_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_picture" ADD CONSTRAINT "share_picture_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE CASCADE ON UPDATE CASCADE;
