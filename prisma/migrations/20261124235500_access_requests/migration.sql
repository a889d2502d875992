-- Requests of users to open a map. The worker mails them to the admins.
CREATE TABLE "AccessRequest" (
  "id" UUID NOT NULL,
  "accountId" UUID NOT NULL,
  "safeName" TEXT NOT NULL,
  "address" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "mailedIds" UUID[] DEFAULT ARRAY[]::UUID[],
  CONSTRAINT "AccessRequest_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "AccessRequest_dueAt_idx" ON "AccessRequest" ("dueAt");
CREATE INDEX "AccessRequest_createdAt_idx" ON "AccessRequest" ("createdAt");
CREATE UNIQUE INDEX "AccessRequest_accountId_safeName_key" ON "AccessRequest" ("accountId", "safeName");

ALTER TABLE "AccessRequest" ADD CONSTRAINT "AccessRequest_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
