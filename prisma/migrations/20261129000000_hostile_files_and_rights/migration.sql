-- Attempts to convert files (docs/decisions/0068), the token scope for accounts, what authenticated each event of the audit log, and who set a password.

ALTER TYPE "TokenScope" ADD VALUE 'people';

ALTER TABLE "Account" ADD COLUMN "isPasswordAssigned" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "Session" ADD COLUMN "isProgram" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "StoredProject" ADD COLUMN "allowsCamera" BOOLEAN NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW "Project" AS SELECT * FROM "StoredProject" WHERE "trashedAt" IS NULL;

ALTER TABLE "Import" ADD COLUMN "isSlow" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "AuditEvent" ADD COLUMN "credential" JSONB;

CREATE TABLE "Conversion" (
  "projectId" UUID NOT NULL,
  "path" TEXT NOT NULL,
  "tag" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "heldUntil" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Conversion_pkey" PRIMARY KEY ("projectId", "path")
);

ALTER TABLE "Conversion" ADD CONSTRAINT "Conversion_projectId_fkey"
  FOREIGN KEY ("projectId") REFERENCES "StoredProject" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
