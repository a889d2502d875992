-- Tokens for programs (docs/decisions/0060). The rights that a token gives are lost in every maps process when it is revoked.

CREATE TYPE "TokenScope" AS ENUM ('read', 'publish', 'everything');

CREATE TABLE "ApiToken" (
  "id" UUID NOT NULL,
  "accountId" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "scope" "TokenScope" NOT NULL,
  "projectIds" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
  "tokenHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3),
  CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken" ("tokenHash");
CREATE INDEX "ApiToken_accountId_idx" ON "ApiToken" ("accountId");

ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "ApiToken_rights" AFTER DELETE ON "ApiToken"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifySignedOut"();
