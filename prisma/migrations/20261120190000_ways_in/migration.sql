-- A project's map can be replaced: what an import makes is then a new tree of that project.
ALTER TABLE "Import"
  ADD COLUMN "replacesId" UUID,
  ADD COLUMN "baseTreeId" BIGINT,
  ADD COLUMN "changes" JSONB,
  ADD COLUMN "sourceName" TEXT,
  ADD COLUMN "dismissedAt" TIMESTAMPTZ(3),
  ADD COLUMN "idempotencyKey" TEXT;

CREATE INDEX "Import_treeId_idx" ON "Import"("treeId");

-- Former trees are kept, those that were current last.
ALTER TABLE "Tree" ADD COLUMN "retiredAt" TIMESTAMPTZ(3);
DROP INDEX "Tree_projectId_idx";
CREATE INDEX "Tree_projectId_retiredAt_idx" ON "Tree"("projectId", "retiredAt");

-- What nothing is about to refer to any more goes before its grace time is over.
ALTER TABLE "Blob" ADD COLUMN "releasedAt" TIMESTAMPTZ(3);

-- The blobs that a running import is going to point entries at. One blob is claimed by one import at a time.
CREATE TABLE "ImportBlob" (
    "blobKey" TEXT NOT NULL,
    "importId" UUID NOT NULL,

    CONSTRAINT "ImportBlob_pkey" PRIMARY KEY ("blobKey")
);
CREATE INDEX "ImportBlob_importId_idx" ON "ImportBlob"("importId");
ALTER TABLE "ImportBlob" ADD CONSTRAINT "ImportBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on: what the Prisma schema cannot say.

-- A call that comes twice begins one import. One that failed may be begun again.
CREATE UNIQUE INDEX "Import_idempotencyKey_key" ON "Import"("ownerId", "idempotencyKey") WHERE "status" <> 'failed';

CREATE INDEX "Blob_released_idx" ON "Blob"("releasedAt") WHERE "releasedAt" IS NOT NULL;
