-- AlterTable
ALTER TABLE "prediction" DROP COLUMN "provider";
