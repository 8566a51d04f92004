-- CreateEnum
CREATE TYPE "picture_check" AS ENUM ('off', 'tell', 'repair');

-- CreateEnum
CREATE TYPE "reference_role" AS ENUM ('face', 'figure', 'view', 'expression', 'outfit', 'place');

-- AlterTable
ALTER TABLE "panel" ADD COLUMN     "contract" JSONB,
ADD COLUMN     "outfits" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "take" ADD COLUMN     "check" JSONB,
ADD COLUMN     "made_with" JSONB;

-- AlterTable
ALTER TABLE "story" ADD COLUMN     "continues_panels" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "picture_check" "picture_check" NOT NULL DEFAULT 'off',
ADD COLUMN     "style_media_id" UUID;

-- AlterTable
ALTER TABLE "character" ADD COLUMN     "lora_name" VARCHAR(120) NOT NULL DEFAULT '',
ADD COLUMN     "lora_weight" DOUBLE PRECISION NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "outfit" (
    "id" UUID NOT NULL,
    "character_id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "description" VARCHAR(400) NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outfit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reference_picture" (
    "id" UUID NOT NULL,
    "character_id" UUID,
    "location_id" UUID,
    "outfit_id" UUID,
    "role" "reference_role" NOT NULL,
    "label" VARCHAR(80) NOT NULL DEFAULT '',
    "media_id" UUID NOT NULL,
    "prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "model" VARCHAR(80) NOT NULL DEFAULT '',
    "job_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reference_picture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "outfit_character_id_name_key" ON "outfit"("character_id", "name");

-- CreateIndex
CREATE INDEX "reference_picture_character_id_created_at_idx" ON "reference_picture"("character_id", "created_at");

-- CreateIndex
CREATE INDEX "reference_picture_location_id_created_at_idx" ON "reference_picture"("location_id", "created_at");

-- CreateIndex
CREATE INDEX "reference_picture_outfit_id_idx" ON "reference_picture"("outfit_id");

-- CreateIndex
CREATE INDEX "reference_picture_media_id_idx" ON "reference_picture"("media_id");

-- AddForeignKey
ALTER TABLE "story" ADD CONSTRAINT "story_style_media_id_fkey" FOREIGN KEY ("style_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outfit" ADD CONSTRAINT "outfit_character_id_fkey" FOREIGN KEY ("character_id") REFERENCES "character"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_picture" ADD CONSTRAINT "reference_picture_character_id_fkey" FOREIGN KEY ("character_id") REFERENCES "character"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_picture" ADD CONSTRAINT "reference_picture_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_picture" ADD CONSTRAINT "reference_picture_outfit_id_fkey" FOREIGN KEY ("outfit_id") REFERENCES "outfit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_picture" ADD CONSTRAINT "reference_picture_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- A reference picture belongs to one character or one location; outfits are a character's.
ALTER TABLE "reference_picture"
  ADD CONSTRAINT "reference_picture_subject" CHECK (num_nonnulls("character_id", "location_id") = 1),
  ADD CONSTRAINT "reference_picture_outfit" CHECK (("role" = 'outfit') = ("outfit_id" IS NOT NULL) AND ("outfit_id" IS NULL OR "character_id" IS NOT NULL)),
  ADD CONSTRAINT "reference_picture_place" CHECK (("role" = 'place') = ("location_id" IS NOT NULL));
ALTER TABLE "character" ADD CONSTRAINT "character_lora_weight" CHECK ("lora_weight" BETWEEN -2 AND 2);
ALTER TABLE "panel"
  ADD CONSTRAINT "panel_outfits_size" CHECK (length("outfits"::text) <= 2000),
  ADD CONSTRAINT "panel_contract_size" CHECK (length("contract"::text) <= 16000);
ALTER TABLE "take"
  ADD CONSTRAINT "take_made_with_size" CHECK (length("made_with"::text) <= 32000),
  ADD CONSTRAINT "take_check_size" CHECK (length("check"::text) <= 32000);
