CREATE EXTENSION IF NOT EXISTS "citext";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "job_kind" AS ENUM ('scene', 'panel_image', 'image', 'character_image', 'location_image', 'video');

-- CreateEnum
CREATE TYPE "work_status" AS ENUM ('queued', 'processing', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "scene_status" AS ENUM ('generating', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "take_kind" AS ENUM ('image', 'video');

-- CreateEnum
CREATE TYPE "take_source" AS ENUM ('generated', 'edited', 'uploaded', 'remixed');

-- CreateEnum
CREATE TYPE "story_status" AS ENUM ('draft', 'published');

-- CreateTable
CREATE TABLE "user_account" (
    "id" UUID NOT NULL,
    "username" CITEXT NOT NULL,
    "email" CITEXT NOT NULL,
    "password_hash" TEXT,
    "first_name" VARCHAR(100) NOT NULL DEFAULT '',
    "last_name" VARCHAR(100) NOT NULL DEFAULT '',
    "avatar_media_id" UUID,
    "is_administrator" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_login" TIMESTAMPTZ(3),

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_account" (
    "provider" VARCHAR(40) NOT NULL,
    "provider_account_id" VARCHAR(200) NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_account_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "revoked_token" (
    "jti" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_token_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" "job_kind" NOT NULL,
    "status" "work_status" NOT NULL DEFAULT 'queued',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "owner_id" UUID NOT NULL,
    "story_id" UUID,
    "scene_id" UUID,
    "panel_id" UUID,
    "character_id" UUID,
    "location_id" UUID,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "input" JSONB NOT NULL DEFAULT '{}',
    "result" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" VARCHAR(40),
    "error_message" TEXT,
    "heartbeat_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quota_entry" (
    "job_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "prompt_hash" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "quota_entry_pkey" PRIMARY KEY ("job_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" UUID NOT NULL,
    "key" VARCHAR(200) NOT NULL,
    "request_hash" CHAR(64) NOT NULL,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "id" VARCHAR(200) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "data" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_receipt" (
    "provider" VARCHAR(40) NOT NULL,
    "webhook_id" VARCHAR(200) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_receipt_pkey" PRIMARY KEY ("provider","webhook_id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(200) NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "reset_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "story_like" (
    "user_id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "story_like_pkey" PRIMARY KEY ("story_id","user_id")
);

-- CreateTable
CREATE TABLE "scene_like" (
    "user_id" UUID NOT NULL,
    "scene_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scene_like_pkey" PRIMARY KEY ("scene_id","user_id")
);

-- CreateTable
CREATE TABLE "story_view" (
    "story_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "viewer" VARCHAR(64) NOT NULL,
    "rolled_up" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "story_view_pkey" PRIMARY KEY ("story_id","day","viewer")
);

-- CreateTable
CREATE TABLE "analytics_event" (
    "id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "user_id" UUID,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "analytics_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_object" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "extension" VARCHAR(8) NOT NULL,
    "media_type" VARCHAR(40) NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "bytes" INTEGER NOT NULL,
    "duration" DOUBLE PRECISION,
    "placeholder" VARCHAR(64),
    "variants" JSONB NOT NULL DEFAULT '[]',
    "is_generated" BOOLEAN NOT NULL DEFAULT false,
    "uploader_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "scene_number" INTEGER NOT NULL,
    "title" VARCHAR(200) NOT NULL DEFAULT '',
    "description" VARCHAR(2000) NOT NULL DEFAULT '',
    "prompt" VARCHAR(1000) NOT NULL DEFAULT '',
    "status" "scene_status" NOT NULL DEFAULT 'generating',
    "generation" INTEGER NOT NULL DEFAULT 1,
    "error_message" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scene_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_stat" (
    "scene_id" UUID NOT NULL,
    "like_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "scene_stat_pkey" PRIMARY KEY ("scene_id")
);

-- CreateTable
CREATE TABLE "panel" (
    "id" UUID NOT NULL,
    "scene_id" UUID NOT NULL,
    "panel_number" INTEGER NOT NULL,
    "status" "work_status" NOT NULL DEFAULT 'queued',
    "shot" VARCHAR(20) NOT NULL DEFAULT 'medium',
    "image_prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "alt_text" VARCHAR(1000) NOT NULL DEFAULT '',
    "character_ids" UUID[],
    "location_id" UUID,
    "lines" JSONB NOT NULL DEFAULT '[]',
    "text_bubbles" JSONB NOT NULL DEFAULT '[]',
    "faces" JSONB NOT NULL DEFAULT '[]',
    "image_media_id" UUID,
    "video_media_id" UUID,
    "video_prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "error_message" TEXT,
    "is_content_flag" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "panel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "take" (
    "id" UUID NOT NULL,
    "panel_id" UUID NOT NULL,
    "kind" "take_kind" NOT NULL,
    "source" "take_source" NOT NULL,
    "media_id" UUID NOT NULL,
    "original_media_id" UUID,
    "prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "model" VARCHAR(80) NOT NULL DEFAULT '',
    "faces" JSONB NOT NULL DEFAULT '[]',
    "job_id" UUID,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "take_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "story" (
    "id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "title" VARCHAR(200) NOT NULL,
    "description" VARCHAR(1000) NOT NULL,
    "art_style" VARCHAR(2000) NOT NULL DEFAULT '',
    "aspect_ratio" VARCHAR(10) NOT NULL DEFAULT '3:4',
    "panels" INTEGER NOT NULL DEFAULT 1,
    "default_panels" INTEGER NOT NULL DEFAULT 1,
    "image_generation_model" VARCHAR(40) NOT NULL DEFAULT 'seedream-4',
    "status" "story_status" NOT NULL DEFAULT 'draft',
    "published_at" TIMESTAMPTZ(3),
    "preview_media_id" UUID,
    "is_remix" BOOLEAN NOT NULL DEFAULT false,
    "original_story_id" UUID,
    "original_story_title" VARCHAR(200),
    "original_story_deleted" BOOLEAN NOT NULL DEFAULT false,
    "search_text" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "story_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "story_stat" (
    "story_id" UUID NOT NULL,
    "like_count" INTEGER NOT NULL DEFAULT 0,
    "remix_count" INTEGER NOT NULL DEFAULT 0,
    "view_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "story_stat_pkey" PRIMARY KEY ("story_id")
);

-- CreateTable
CREATE TABLE "story_rank" (
    "story_id" UUID NOT NULL,
    "score" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "story_rank_pkey" PRIMARY KEY ("story_id")
);

-- CreateTable
CREATE TABLE "story_tag" (
    "story_id" UUID NOT NULL,
    "tag" VARCHAR(50) NOT NULL,
    "position" INTEGER NOT NULL,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "story_tag_pkey" PRIMARY KEY ("story_id","tag")
);

-- CreateTable
CREATE TABLE "total" (
    "key" VARCHAR(60) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "total_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "character" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "title" VARCHAR(200) NOT NULL DEFAULT '',
    "description" VARCHAR(1000) NOT NULL,
    "image_prompt" VARCHAR(1000) NOT NULL,
    "seed" VARCHAR(80) NOT NULL,
    "primary_media_id" UUID,
    "first_appearance" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "character_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "title" VARCHAR(200) NOT NULL DEFAULT '',
    "description" VARCHAR(1000) NOT NULL,
    "image_prompt" VARCHAR(1000) NOT NULL,
    "seed" VARCHAR(80) NOT NULL,
    "primary_media_id" UUID,
    "first_appearance" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "character_image" (
    "id" UUID NOT NULL,
    "character_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "model" VARCHAR(80) NOT NULL DEFAULT '',
    "job_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "character_image_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location_image" (
    "id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,
    "prompt" VARCHAR(4000) NOT NULL DEFAULT '',
    "model" VARCHAR(80) NOT NULL DEFAULT '',
    "job_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_image_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_character" (
    "scene_id" UUID NOT NULL,
    "character_id" UUID NOT NULL,

    CONSTRAINT "scene_character_pkey" PRIMARY KEY ("scene_id","character_id")
);

-- CreateTable
CREATE TABLE "scene_location" (
    "scene_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,

    CONSTRAINT "scene_location_pkey" PRIMARY KEY ("scene_id","location_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_account_username_key" ON "user_account"("username");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

-- CreateIndex
CREATE INDEX "oauth_account_user_id_idx" ON "oauth_account"("user_id");

-- CreateIndex
CREATE INDEX "revoked_token_user_id_idx" ON "revoked_token"("user_id");

-- CreateIndex
CREATE INDEX "revoked_token_expires_at_idx" ON "revoked_token"("expires_at");

-- CreateIndex
CREATE INDEX "job_owner_id_created_at_idx" ON "job"("owner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "job_story_id_idx" ON "job"("story_id");

-- CreateIndex
CREATE INDEX "job_scene_id_idx" ON "job"("scene_id");

-- CreateIndex
CREATE INDEX "job_panel_id_idx" ON "job"("panel_id");

-- CreateIndex
CREATE INDEX "job_character_id_idx" ON "job"("character_id");

-- CreateIndex
CREATE INDEX "job_location_id_idx" ON "job"("location_id");

-- CreateIndex
CREATE INDEX "job_open_idx" ON "job"("heartbeat_at") WHERE (status IN ('queued', 'processing'));

-- CreateIndex
CREATE INDEX "quota_entry_user_id_created_at_idx" ON "quota_entry"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- CreateIndex
CREATE INDEX "outbox_event_pending_idx" ON "outbox_event"("created_at") WHERE (sent_at IS NULL);

-- CreateIndex
CREATE INDEX "webhook_receipt_received_at_idx" ON "webhook_receipt"("received_at");

-- CreateIndex
CREATE INDEX "rate_limit_reset_at_idx" ON "rate_limit"("reset_at");

-- CreateIndex
CREATE INDEX "story_like_user_id_idx" ON "story_like"("user_id");

-- CreateIndex
CREATE INDEX "scene_like_user_id_idx" ON "scene_like"("user_id");

-- CreateIndex
CREATE INDEX "story_view_pending_idx" ON "story_view"("day") WHERE (NOT rolled_up);

-- CreateIndex
CREATE INDEX "analytics_event_created_at_idx" ON "analytics_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_object_sha256_key" ON "media_object"("sha256");

-- CreateIndex
CREATE INDEX "media_object_uploader_id_idx" ON "media_object"("uploader_id");

-- CreateIndex
CREATE INDEX "media_object_created_at_idx" ON "media_object"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "scene_story_id_scene_number_key" ON "scene"("story_id", "scene_number");

-- CreateIndex
CREATE INDEX "panel_image_media_id_idx" ON "panel"("image_media_id");

-- CreateIndex
CREATE INDEX "panel_video_media_id_idx" ON "panel"("video_media_id");

-- CreateIndex
CREATE INDEX "panel_location_id_idx" ON "panel"("location_id");

-- CreateIndex
CREATE UNIQUE INDEX "panel_scene_id_panel_number_key" ON "panel"("scene_id", "panel_number");

-- CreateIndex
CREATE INDEX "take_panel_id_created_at_idx" ON "take"("panel_id", "created_at");

-- CreateIndex
CREATE INDEX "take_media_id_idx" ON "take"("media_id");

-- CreateIndex
CREATE INDEX "take_original_media_id_idx" ON "take"("original_media_id");

-- CreateIndex
CREATE UNIQUE INDEX "take_panel_id_job_id_key" ON "take"("panel_id", "job_id");

-- CreateIndex
CREATE INDEX "story_feed_idx" ON "story"("published_at" DESC, "id" DESC) WHERE (status = 'published');

-- CreateIndex
CREATE INDEX "story_author_id_created_at_id_idx" ON "story"("author_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "story_original_story_id_idx" ON "story"("original_story_id");

-- CreateIndex
CREATE INDEX "story_preview_media_id_idx" ON "story"("preview_media_id");

-- CreateIndex
CREATE INDEX "story_rank_score_story_id_idx" ON "story_rank"("score" DESC, "story_id" DESC);

-- CreateIndex
CREATE INDEX "story_tag_feed_idx" ON "story_tag"("tag", "published_at" DESC, "story_id" DESC) WHERE (published_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "character_story_id_first_appearance_created_at_idx" ON "character"("story_id", "first_appearance", "created_at");

-- CreateIndex
CREATE INDEX "character_primary_media_id_idx" ON "character"("primary_media_id");

-- CreateIndex
CREATE INDEX "location_story_id_first_appearance_created_at_idx" ON "location"("story_id", "first_appearance", "created_at");

-- CreateIndex
CREATE INDEX "location_primary_media_id_idx" ON "location"("primary_media_id");

-- CreateIndex
CREATE INDEX "character_image_character_id_created_at_idx" ON "character_image"("character_id", "created_at");

-- CreateIndex
CREATE INDEX "character_image_media_id_idx" ON "character_image"("media_id");

-- CreateIndex
CREATE UNIQUE INDEX "character_image_character_id_job_id_key" ON "character_image"("character_id", "job_id");

-- CreateIndex
CREATE INDEX "location_image_location_id_created_at_idx" ON "location_image"("location_id", "created_at");

-- CreateIndex
CREATE INDEX "location_image_media_id_idx" ON "location_image"("media_id");

-- CreateIndex
CREATE UNIQUE INDEX "location_image_location_id_job_id_key" ON "location_image"("location_id", "job_id");

-- CreateIndex
CREATE INDEX "scene_character_character_id_idx" ON "scene_character"("character_id");

-- CreateIndex
CREATE INDEX "scene_location_location_id_idx" ON "scene_location"("location_id");

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_avatar_media_id_fkey" FOREIGN KEY ("avatar_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_account" ADD CONSTRAINT "oauth_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revoked_token" ADD CONSTRAINT "revoked_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_panel_id_fkey" FOREIGN KEY ("panel_id") REFERENCES "panel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_character_id_fkey" FOREIGN KEY ("character_id") REFERENCES "character"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job" ADD CONSTRAINT "job_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_entry" ADD CONSTRAINT "quota_entry_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_like" ADD CONSTRAINT "story_like_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_like" ADD CONSTRAINT "story_like_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_like" ADD CONSTRAINT "scene_like_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_like" ADD CONSTRAINT "scene_like_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_view" ADD CONSTRAINT "story_view_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_object" ADD CONSTRAINT "media_object_uploader_id_fkey" FOREIGN KEY ("uploader_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene" ADD CONSTRAINT "scene_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_stat" ADD CONSTRAINT "scene_stat_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panel" ADD CONSTRAINT "panel_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panel" ADD CONSTRAINT "panel_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panel" ADD CONSTRAINT "panel_image_media_id_fkey" FOREIGN KEY ("image_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panel" ADD CONSTRAINT "panel_video_media_id_fkey" FOREIGN KEY ("video_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "take" ADD CONSTRAINT "take_panel_id_fkey" FOREIGN KEY ("panel_id") REFERENCES "panel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "take" ADD CONSTRAINT "take_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "take" ADD CONSTRAINT "take_original_media_id_fkey" FOREIGN KEY ("original_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story" ADD CONSTRAINT "story_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story" ADD CONSTRAINT "story_preview_media_id_fkey" FOREIGN KEY ("preview_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story" ADD CONSTRAINT "story_original_story_id_fkey" FOREIGN KEY ("original_story_id") REFERENCES "story"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_stat" ADD CONSTRAINT "story_stat_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_rank" ADD CONSTRAINT "story_rank_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_tag" ADD CONSTRAINT "story_tag_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "character" ADD CONSTRAINT "character_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "character" ADD CONSTRAINT "character_primary_media_id_fkey" FOREIGN KEY ("primary_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location" ADD CONSTRAINT "location_primary_media_id_fkey" FOREIGN KEY ("primary_media_id") REFERENCES "media_object"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "character_image" ADD CONSTRAINT "character_image_character_id_fkey" FOREIGN KEY ("character_id") REFERENCES "character"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "character_image" ADD CONSTRAINT "character_image_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location_image" ADD CONSTRAINT "location_image_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "location_image" ADD CONSTRAINT "location_image_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media_object"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_character" ADD CONSTRAINT "scene_character_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_character" ADD CONSTRAINT "scene_character_character_id_fkey" FOREIGN KEY ("character_id") REFERENCES "character"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_location" ADD CONSTRAINT "scene_location_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_location" ADD CONSTRAINT "scene_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE CASCADE ON UPDATE CASCADE;
