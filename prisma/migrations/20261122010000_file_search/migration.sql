-- The files of all maps are searched, filtered and sorted where they are: by one scan of an index that holds nothing else.
-- Both columns are made by PostgreSQL from the name. The numbers are the places of lib/file-management/schema.ts, FILE_TYPES.
ALTER TABLE "Entry"
  ADD COLUMN "searchName" TEXT GENERATED ALWAYS AS (lower("name")) STORED,
  ADD COLUMN "fileType" SMALLINT GENERATED ALWAYS AS (
    CASE WHEN position('.' IN "name") = 0 THEN 0 ELSE
      CASE lower(split_part("name", '.', -1))
        WHEN 'png' THEN 1 WHEN 'jpg' THEN 1 WHEN 'jpeg' THEN 1 WHEN 'gif' THEN 1 WHEN 'bmp' THEN 1 WHEN 'svg' THEN 1 WHEN 'webp' THEN 1
        WHEN 'mp4' THEN 2 WHEN 'avi' THEN 2 WHEN 'mov' THEN 2 WHEN 'wmv' THEN 2 WHEN 'flv' THEN 2 WHEN 'webm' THEN 2 WHEN 'mkv' THEN 2
        WHEN 'pdf' THEN 3 WHEN 'doc' THEN 3 WHEN 'docx' THEN 3 WHEN 'txt' THEN 3 WHEN 'rtf' THEN 3
        WHEN 'xls' THEN 4 WHEN 'xlsx' THEN 4 WHEN 'csv' THEN 4
        WHEN 'zip' THEN 5 WHEN 'rar' THEN 5 WHEN '7z' THEN 5 WHEN 'tar' THEN 5 WHEN 'gz' THEN 5
        ELSE 0
      END
    END
  ) STORED;

-- Written by hand from here on: what the Prisma schema cannot say.

-- In the order in which files are written, so that a publish adds to its end. The maps before and the trash are other parts of it.
CREATE INDEX "Entry_files_idx" ON "Entry"("treeId", "blobKey", "id") INCLUDE ("size", "fileType", "searchName") WHERE "kind" = 'file';

-- Empty files have no bytes, and so nobody who uploaded them: they are as old as they say.
CREATE INDEX "Entry_empty_files_idx" ON "Entry"("modifiedAt", "treeId", "id") WHERE "kind" = 'file' AND "blobKey" IS NULL;

-- A scan of the index alone needs pages that a vacuum has seen: after 2 % new rows rather than 20 %.
ALTER TABLE "Entry" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
