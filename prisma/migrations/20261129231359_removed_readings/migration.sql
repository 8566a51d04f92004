-- AlterTable
ALTER TABLE "reading_progress" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);
