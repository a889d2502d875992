-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "answers" JSONB;
