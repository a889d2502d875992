-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "imageProblem" TEXT;

-- AlterTable
ALTER TABLE "Tree" ADD COLUMN     "imageBlobKey" TEXT;

-- CreateTable
CREATE TABLE "ThumbnailWorker" (
    "id" UUID NOT NULL,
    "problem" TEXT,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ThumbnailWorker_pkey" PRIMARY KEY ("id")
);

-- The current versions already have their thumbnails.
UPDATE "Tree" SET "imageBlobKey" = project."imageBlobKey"
  FROM "Project" project
 WHERE project."currentTreeId" = "Tree".id AND project."imageSource" = 'rendered' AND project."imageOf" = 'tree ' || "Tree".id;
