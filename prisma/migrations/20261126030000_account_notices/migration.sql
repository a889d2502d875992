CREATE TABLE "AccountNotice" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "notice" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AccountNotice_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AccountNotice_accountId_idx" ON "AccountNotice"("accountId");
CREATE INDEX "AccountNotice_dueAt_idx" ON "AccountNotice"("dueAt");
ALTER TABLE "AccountNotice" ADD CONSTRAINT "AccountNotice_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
