-- AlterTable
ALTER TABLE "job" ADD COLUMN     "run_id" VARCHAR(64);
