-- CreateTable
CREATE TABLE "prediction" (
    "attempt_id" VARCHAR(60) NOT NULL,
    "job_id" UUID NOT NULL,
    "provider" VARCHAR(40) NOT NULL,
    "external_id" VARCHAR(64),
    "ticket" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "prediction_pkey" PRIMARY KEY ("attempt_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "prediction_external_id_key" ON "prediction"("external_id");

-- CreateIndex
CREATE INDEX "prediction_job_id_idx" ON "prediction"("job_id");

-- CreateIndex
CREATE INDEX "prediction_open_idx" ON "prediction"("created_at") WHERE (ended_at IS NULL);
