-- Encoding of the names in a ZIP archive that declare none.

ALTER TABLE "Import" ADD COLUMN "nameEncoding" TEXT;
