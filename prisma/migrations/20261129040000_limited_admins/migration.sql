-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "createdById" UUID,
ADD COLUMN     "isLimited" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ManagedGroup" (
    "accountId" UUID NOT NULL,
    "groupId" UUID NOT NULL,

    CONSTRAINT "ManagedGroup_pkey" PRIMARY KEY ("accountId","groupId")
);

-- CreateIndex
CREATE INDEX "ManagedGroup_groupId_idx" ON "ManagedGroup"("groupId");

-- CreateIndex
CREATE INDEX "Account_createdById_idx" ON "Account"("createdById");

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ManagedGroup" ADD CONSTRAINT "ManagedGroup_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ManagedGroup" ADD CONSTRAINT "ManagedGroup_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The audit log knows who created the accounts of former releases.
UPDATE "Account" created SET "createdById" = creator.id
  FROM "AuditEvent" event JOIN "Account" creator ON creator.id = event."actorId"
 WHERE event.action = 'account.created' AND event."targetType" = 'account' AND event."targetId" = created.id::text AND creator.id <> created.id;

-- Maps processes hear of every lost right (see the first migration).
CREATE TRIGGER "Account_limited" AFTER UPDATE OF "isLimited" ON "Account"
  FOR EACH ROW WHEN (NEW."isLimited" AND NOT OLD."isLimited") EXECUTE FUNCTION "notifyOfOne"('account');

CREATE TRIGGER "ManagedGroup_rights" AFTER DELETE ON "ManagedGroup"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifyHolders"();
