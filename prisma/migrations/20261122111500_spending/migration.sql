-- CreateTable
CREATE TABLE "provider_call" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "story_id" UUID,
    "scene_id" UUID,
    "job_id" UUID,
    "provider" VARCHAR(40) NOT NULL,
    "model" VARCHAR(200) NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "outcome" VARCHAR(20) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "units" JSONB NOT NULL DEFAULT '{}',
    "cost_micros" BIGINT,
    "request_id" VARCHAR(200),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "budget_reservation" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "budget_reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_status" (
    "port" VARCHAR(40) NOT NULL,
    "engine" VARCHAR(200) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_success_at" TIMESTAMPTZ(3),
    "last_error_at" TIMESTAMPTZ(3),
    "last_error" VARCHAR(500),

    CONSTRAINT "engine_status_pkey" PRIMARY KEY ("port")
);

-- CreateIndex
CREATE INDEX "provider_call_created_at_idx" ON "provider_call"("created_at");

-- CreateIndex
CREATE INDEX "provider_call_user_id_created_at_idx" ON "provider_call"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "provider_call_story_id_idx" ON "provider_call"("story_id");

-- CreateIndex
CREATE INDEX "provider_call_scene_id_idx" ON "provider_call"("scene_id");

-- CreateIndex
CREATE INDEX "budget_reservation_user_id_idx" ON "budget_reservation"("user_id");

-- AddForeignKey
ALTER TABLE "provider_call" ADD CONSTRAINT "provider_call_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_call" ADD CONSTRAINT "provider_call_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_call" ADD CONSTRAINT "provider_call_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ---------------------------------------------------------
ALTER TABLE provider_call
  ADD CONSTRAINT provider_call_kind CHECK (kind IN ('text', 'moderation', 'vision', 'image', 'video')),
  ADD CONSTRAINT provider_call_outcome CHECK (outcome IN ('completed', 'refused', 'failed')),
  ADD CONSTRAINT provider_call_amounts CHECK (duration_ms >= 0 AND cost_micros >= 0);
ALTER TABLE budget_reservation ADD CONSTRAINT budget_reservation_amount CHECK (amount_micros >= 0);

-- Work that has ended, in whatever way, costs nothing more.
CREATE FUNCTION release_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM budget_reservation WHERE id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER job_budget_end AFTER UPDATE OF status ON job FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION release_budget();
CREATE TRIGGER job_budget_delete AFTER DELETE ON job FOR EACH ROW EXECUTE FUNCTION release_budget();
