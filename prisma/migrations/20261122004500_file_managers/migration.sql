-- What is deleted becomes a tree of its own, from which it can be restored.
ALTER TYPE "TreeKind" ADD VALUE 'trash';

ALTER TABLE "Tree"
  ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "trashedAt" TIMESTAMPTZ(3),
  ADD COLUMN "trashedById" UUID,
  ADD COLUMN "trashedFrom" TEXT;
CREATE INDEX "Tree_trashedById_idx" ON "Tree"("trashedById");
ALTER TABLE "Tree" ADD CONSTRAINT "Tree_trashedById_fkey" FOREIGN KEY ("trashedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Whose bytes they are, and since when: a file is as old as the upload that brought it, also when its bytes have moved since.
ALTER TABLE "Blob"
  ADD COLUMN "ownerId" UUID,
  ADD COLUMN "uploadedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "Blob" SET "uploadedAt" = "createdAt";
UPDATE "Blob" SET "ownerId" = u."ownerId" FROM "Upload" u WHERE u.id = "Blob".key;
UPDATE "Blob" SET "ownerId" = i."ownerId", "uploadedAt" = least("uploadedAt", i."createdAt")
  FROM "Import" i WHERE i."blobKey" = "Blob".key AND "Blob"."ownerId" IS NULL;
CREATE INDEX "Blob_ownerId_idx" ON "Blob"("ownerId");
CREATE INDEX "Blob_uploadedAt_idx" ON "Blob"("uploadedAt");
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Written by hand from here on: what the Prisma schema cannot say.

-- There is one folder of shared assets, whoever makes it first.
CREATE UNIQUE INDEX "Tree_assets_key" ON "Tree"("kind") WHERE "kind" = 'assets';
CREATE INDEX "Tree_trashedAt_idx" ON "Tree"("trashedAt") WHERE "trashedAt" IS NOT NULL;
