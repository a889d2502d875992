-- AlterTable
ALTER TABLE "Conversion" ADD COLUMN     "percent" INTEGER NOT NULL DEFAULT 0;
