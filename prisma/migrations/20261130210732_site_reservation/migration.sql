-- AlterTable
ALTER TABLE "budget_reservation" ALTER COLUMN "user_id" DROP NOT NULL;
