-- AlterTable
ALTER TABLE "character" ADD COLUMN     "former_names" VARCHAR(100)[] DEFAULT ARRAY[]::VARCHAR(100)[];

-- AlterTable
ALTER TABLE "location" ADD COLUMN     "former_names" VARCHAR(100)[] DEFAULT ARRAY[]::VARCHAR(100)[];
