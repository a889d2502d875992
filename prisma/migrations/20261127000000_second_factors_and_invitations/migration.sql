-- Second factors (docs/decisions/0063, 0064), proofs of identity (docs/decisions/0065), invitations (docs/decisions/0062).

ALTER TABLE "Session"
  ADD COLUMN "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "isSingleSignOn" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "Authenticator" (
  "accountId" UUID NOT NULL,
  "secret" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "confirmedAt" TIMESTAMPTZ(3),
  "lastStep" INTEGER,
  CONSTRAINT "Authenticator_pkey" PRIMARY KEY ("accountId")
);
ALTER TABLE "Authenticator" ADD CONSTRAINT "Authenticator_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "RecoveryCode" (
  "id" UUID NOT NULL,
  "accountId" UUID NOT NULL,
  "codeHash" TEXT NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "RecoveryCode_accountId_codeHash_key" ON "RecoveryCode" ("accountId", "codeHash");
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Passkey" (
  "id" UUID NOT NULL,
  "accountId" UUID NOT NULL,
  "credentialId" TEXT NOT NULL,
  "publicKey" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[],
  "name" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3),
  CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey" ("credentialId");
CREATE INDEX "Passkey_accountId_idx" ON "Passkey" ("accountId");
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "PasskeyChallenge" (
  "challenge" TEXT NOT NULL,
  "accountId" UUID,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("challenge")
);
CREATE INDEX "PasskeyChallenge_accountId_idx" ON "PasskeyChallenge" ("accountId");
CREATE INDEX "PasskeyChallenge_expiresAt_idx" ON "PasskeyChallenge" ("expiresAt");
ALTER TABLE "PasskeyChallenge" ADD CONSTRAINT "PasskeyChallenge_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Invitation" (
  "accountId" UUID NOT NULL,
  "tokenHash" TEXT,
  "invitedById" UUID,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sentAt" TIMESTAMPTZ(3),
  "expiresAt" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Invitation_pkey" PRIMARY KEY ("accountId")
);
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation" ("tokenHash");
CREATE INDEX "Invitation_invitedById_idx" ON "Invitation" ("invitedById");
CREATE INDEX "Invitation_dueAt_idx" ON "Invitation" ("dueAt");
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_invitedById_fkey"
  FOREIGN KEY ("invitedById") REFERENCES "Account" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
