-- The page that a map without an index at its top begins with.

ALTER TABLE "Tree" ADD COLUMN "startPage" TEXT;

ALTER TABLE "Import" ADD COLUMN "startPage" TEXT;
