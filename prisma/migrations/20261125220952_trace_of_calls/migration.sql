-- AlterTable
ALTER TABLE "provider_call" ADD COLUMN     "trace_id" VARCHAR(64);
