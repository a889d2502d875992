-- Deleted projects stay in the table. All queries read the view, so they can't forget to leave deleted projects out.
ALTER TABLE "Project" RENAME TO "StoredProject";
ALTER TABLE "StoredProject" RENAME CONSTRAINT "Project_pkey" TO "StoredProject_pkey";
ALTER TABLE "StoredProject" RENAME CONSTRAINT "Project_currentTreeId_fkey" TO "StoredProject_currentTreeId_fkey";
ALTER TABLE "StoredProject" RENAME CONSTRAINT "Project_createdById_fkey" TO "StoredProject_createdById_fkey";
ALTER INDEX "Project_safeName_key" RENAME TO "StoredProject_safeName_key";
ALTER INDEX "Project_currentTreeId_key" RENAME TO "StoredProject_currentTreeId_key";
ALTER INDEX "Project_createdAt_idx" RENAME TO "StoredProject_createdAt_idx";
ALTER INDEX "Project_name_idx" RENAME TO "StoredProject_name_idx";
ALTER INDEX "Project_createdById_idx" RENAME TO "StoredProject_createdById_idx";

ALTER TABLE "StoredProject" ADD COLUMN "trashedAt" TIMESTAMPTZ(3),
ADD COLUMN "trashedById" UUID,
ADD COLUMN "trashedUserIds" UUID[] DEFAULT ARRAY[]::UUID[];
ALTER TABLE "StoredProject" ADD CONSTRAINT "StoredProject_trashedById_fkey" FOREIGN KEY ("trashedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "StoredProject_trashedById_idx" ON "StoredProject"("trashedById");

-- Simple enough for PostgreSQL to update through it. The former release does so during an upgrade.
CREATE VIEW "Project" AS SELECT * FROM "StoredProject" WHERE "trashedAt" IS NULL;

-- As after a deletion, maps processes forget the right to open the map.
CREATE TRIGGER "StoredProject_rights" AFTER UPDATE OF "trashedAt" ON "StoredProject"
  FOR EACH ROW WHEN (OLD."trashedAt" IS DISTINCT FROM NEW."trashedAt") EXECUTE FUNCTION "notifyOfOne"('project');
