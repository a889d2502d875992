-- AlterTable
ALTER TABLE "Tree" ADD COLUMN     "note" TEXT NOT NULL DEFAULT '';
