-- CreateEnum
CREATE TYPE "library_kind" AS ENUM ('character', 'location');

-- AlterTable
ALTER TABLE "character" ADD COLUMN     "library_base" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "library_id" UUID,
ADD COLUMN     "library_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "location" ADD COLUMN     "library_base" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "library_id" UUID,
ADD COLUMN     "library_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "library_entry" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "kind" "library_kind" NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "title" VARCHAR(200) NOT NULL DEFAULT '',
    "description" VARCHAR(1000) NOT NULL,
    "image_prompt" VARCHAR(1000) NOT NULL,
    "seed" VARCHAR(80) NOT NULL,
    "primary_media_id" UUID,
    "lora_name" VARCHAR(120) NOT NULL DEFAULT '',
    "lora_weight" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "outfits" JSONB NOT NULL DEFAULT '[]',
    "allow_remix" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "library_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "library_picture" (
    "id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "role" "reference_role",
    "outfit" VARCHAR(80) NOT NULL DEFAULT '',
    "label" VARCHAR(80) NOT NULL DEFAULT '',
    "media_id" UUID NOT NULL,
    "prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "model" VARCHAR(80) NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "library_picture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "library_entry_owner_id_updated_at_id_idx" ON "library_entry"("owner_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "library_entry_primary_media_id_idx" ON "library_entry"("primary_media_id");

-- CreateIndex
CREATE INDEX "library_picture_entry_id_created_at_idx" ON "library_picture"("entry_id", "created_at");

-- CreateIndex
CREATE INDEX "library_picture_media_id_idx" ON "library_picture"("media_id");

-- CreateIndex
CREATE INDEX "character_library_id_idx" ON "character"("library_id");

-- CreateIndex
CREATE INDEX "location_library_id_idx" ON "location"("library_id");

-- AddForeignKey
ALTER TABLE "library_entry" ADD CONSTRAINT "library_entry_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_entry" ADD CONSTRAINT "library_entry_primary_media_id_fkey" FOREIGN KEY ("primary_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_picture" ADD CONSTRAINT "library_picture_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "library_entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "library_picture" ADD CONSTRAINT "library_picture_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "character" ADD CONSTRAINT "character_library_id_fkey" FOREIGN KEY ("library_id") REFERENCES "library_entry"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_library_id_fkey" FOREIGN KEY ("library_id") REFERENCES "library_entry"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "library_entry"
  ADD CONSTRAINT "library_entry_outfits" CHECK (jsonb_typeof("outfits") = 'array' AND length("outfits"::text) <= 16000),
  ADD CONSTRAINT "library_entry_lora_weight" CHECK ("lora_weight" BETWEEN -2 AND 2);
ALTER TABLE "character" ADD CONSTRAINT "character_library_base_size" CHECK (length("library_base"::text) <= 40000);
ALTER TABLE "location" ADD CONSTRAINT "location_library_base_size" CHECK (length("library_base"::text) <= 40000);
