ALTER TABLE "StoredProject" ADD COLUMN "allowsSharing" BOOLEAN NOT NULL DEFAULT true;
CREATE OR REPLACE VIEW "Project" AS SELECT * FROM "StoredProject" WHERE "trashedAt" IS NULL;

-- Links that open a project's map without an account. The token is stored as a hash only.
CREATE TABLE "ShareLink" (
  "id" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "label" TEXT NOT NULL DEFAULT '',
  "passwordHash" TEXT,
  "frameOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "createdById" UUID,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3),
  "openings" INTEGER NOT NULL DEFAULT 0,
  "lastOpenedAt" TIMESTAMPTZ(3),
  CONSTRAINT "ShareLink_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ShareLink_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "StoredProject"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "ShareLink_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "ShareLink_tokenHash_key" ON "ShareLink"("tokenHash");
CREATE INDEX "ShareLink_projectId_createdAt_idx" ON "ShareLink"("projectId", "createdAt");
CREATE INDEX "ShareLink_createdAt_idx" ON "ShareLink"("createdAt");
CREATE INDEX "ShareLink_createdById_idx" ON "ShareLink"("createdById");

-- Maps processes forget the right that a revoked link gave (docs/decisions/0059).
CREATE TRIGGER "ShareLink_rights" AFTER DELETE ON "ShareLink"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfOne"('link');
