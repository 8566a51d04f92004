-- AlterTable
ALTER TABLE "spending_hour" ADD COLUMN     "own_ms" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "author_spending_hour" ADD COLUMN     "own_ms" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "comfyui_workflow" (
    "name" VARCHAR(80) NOT NULL,
    "graph" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "comfyui_workflow_pkey" PRIMARY KEY ("name")
);
