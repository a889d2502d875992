-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "address" TEXT;

-- Written by hand from here on: what the Prisma schema cannot say.

-- Makes the search of the audit trail quick. It is a trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What lib/audit/data.ts searches, word for word. A line break begins each part, so that the first letters of one can be looked for.
-- A short list of pending entries: each search reads all of it.
CREATE INDEX "AuditEvent_text_idx" ON "AuditEvent" USING gin ((E'\n' || lower(coalesce("actorEmail", '') || E'\n' || coalesce("targetName", '') || E'\n' || action || E'\n' || coalesce(address, '') || E'\n' || coalesce(details ->> 'role', ''))) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
