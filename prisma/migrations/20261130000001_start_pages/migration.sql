-- The page that a map without an index at its top begins with, and settings for sites with a router or with shared memory.

ALTER TABLE "Tree" ADD COLUMN "startPage" TEXT;

ALTER TABLE "Import" ADD COLUMN "startPage" TEXT;

ALTER TABLE "StoredProject"
  ADD COLUMN "allowsRouting" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "allowsSharedMemory" BOOLEAN NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW "Project" AS SELECT * FROM "StoredProject" WHERE "trashedAt" IS NULL;
