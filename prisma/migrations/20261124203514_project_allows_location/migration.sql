-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "allowsLocation" BOOLEAN NOT NULL DEFAULT false;
