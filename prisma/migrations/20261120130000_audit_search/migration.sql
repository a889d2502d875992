-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "address" TEXT;

-- Written by hand from here on: what the Prisma schema cannot say.
-- The engine ends a statement at each semicolon, wherever it stands, so those within a block are spelled \x3b.

-- pg_trgm makes the search of the audit trail quick. It is a trusted extension: the owner of the database may create it.
-- Where it cannot be had the search works as well, and is slow once the trail is long.
DO E'
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm\x3b
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE WARNING ''The search of the audit trail does without pg_trgm: %'', SQLERRM\x3b
END\x3b
';

-- What lib/audit/data.ts searches, word for word. A line break begins each part, so that the first letters of one can be looked for.
-- The list of pending entries is short, because each search reads all of it.
DO E'
DECLARE
  place regnamespace := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = ''pg_trgm'')\x3b
BEGIN
  IF place IS NOT NULL THEN
    EXECUTE format(
      $index$
        CREATE INDEX "AuditEvent_text_idx" ON "AuditEvent" USING gin (
          (E''\\n'' || lower(coalesce("actorEmail", '''') || E''\\n'' || coalesce("targetName", '''') || E''\\n'' || action || E''\\n'' || coalesce(address, '''') || E''\\n'' || coalesce(details ->> ''role'', ''''))) %s.gin_trgm_ops
        ) WITH (gin_pending_list_limit = 256)
      $index$,
      place
    )\x3b
  END IF\x3b
END\x3b
';
