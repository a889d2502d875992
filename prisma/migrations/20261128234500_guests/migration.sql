-- AlterTable
ALTER TABLE "ProjectView" ADD COLUMN     "guestEmail" TEXT;

-- CreateTable
CREATE TABLE "GuestEntry" (
    "id" UUID NOT NULL,
    "projectId" UUID,
    "groupId" UUID,
    "address" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuestEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GuestCode" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "safeName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "codeHash" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "GuestCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GuestSession" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GuestSession_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GuestEntry_createdById_idx" ON "GuestEntry"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "GuestEntry_projectId_address_key" ON "GuestEntry"("projectId", "address");

-- CreateIndex
CREATE UNIQUE INDEX "GuestEntry_groupId_address_key" ON "GuestEntry"("groupId", "address");

-- CreateIndex
CREATE INDEX "GuestCode_dueAt_idx" ON "GuestCode"("dueAt");

-- CreateIndex
CREATE INDEX "GuestCode_createdAt_idx" ON "GuestCode"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "GuestSession_tokenHash_key" ON "GuestSession"("tokenHash");

-- CreateIndex
CREATE INDEX "GuestSession_projectId_idx" ON "GuestSession"("projectId");

-- CreateIndex
CREATE INDEX "GuestSession_expiresAt_idx" ON "GuestSession"("expiresAt");

-- AddForeignKey
ALTER TABLE "GuestEntry" ADD CONSTRAINT "GuestEntry_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestEntry" ADD CONSTRAINT "GuestEntry_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestEntry" ADD CONSTRAINT "GuestEntry_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestSession" ADD CONSTRAINT "GuestSession_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "GuestEntry" ADD CONSTRAINT "GuestEntry_owner" CHECK (("projectId" IS NULL) <> ("groupId" IS NULL));

-- Maps processes hear of a removed entry, and of a changed end, for each project that it opened.
CREATE FUNCTION "notifyOfGuests"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_rights'', ''project:'' || lost.id)
     FROM (SELECT OLD."projectId" AS id UNION SELECT given."projectId" FROM "GroupProject" given WHERE given."groupId" = OLD."groupId") lost
    WHERE lost.id IS NOT NULL\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "GuestEntry_rights" AFTER DELETE ON "GuestEntry"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfGuests"();

CREATE TRIGGER "GuestEntry_end" AFTER UPDATE OF "expiresAt" ON "GuestEntry"
  FOR EACH ROW WHEN (OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt") EXECUTE FUNCTION "notifyOfGuests"();
