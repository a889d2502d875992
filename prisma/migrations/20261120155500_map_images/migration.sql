-- CreateEnum
CREATE TYPE "ImageSource" AS ENUM ('chosen', 'rendered');

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "imageAttempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "imageOf" TEXT,
ADD COLUMN     "imageSource" "ImageSource",
ADD COLUMN     "imageTriedAt" TIMESTAMPTZ(3);
