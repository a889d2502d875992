-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "isOpenToAllUsers" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "trashedUserEnds" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Assignment" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Group" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "claimValues" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupMember" (
    "groupId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "isFromClaim" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "GroupMember_pkey" PRIMARY KEY ("groupId","accountId")
);

-- CreateTable
CREATE TABLE "GroupProject" (
    "groupId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "GroupProject_pkey" PRIMARY KEY ("groupId","projectId")
);

-- CreateIndex
CREATE INDEX "Project_isOpenToAllUsers_idx" ON "Project"("isOpenToAllUsers");

-- CreateIndex
CREATE INDEX "Group_createdAt_idx" ON "Group"("createdAt");

-- CreateIndex
CREATE INDEX "Group_createdById_idx" ON "Group"("createdById");

-- CreateIndex
CREATE INDEX "GroupMember_accountId_idx" ON "GroupMember"("accountId");

-- CreateIndex
CREATE INDEX "GroupProject_projectId_idx" ON "GroupProject"("projectId");

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupProject" ADD CONSTRAINT "GroupProject_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupProject" ADD CONSTRAINT "GroupProject_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names that differ only by case are one name.
CREATE UNIQUE INDEX "Group_name_key" ON "Group"(lower("name"));

-- Maps processes hear of every lost right (see the first migration). A change of an end date counts, an end that is reached does not.
CREATE TRIGGER "GroupMember_rights" AFTER DELETE ON "GroupMember"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifyHolders"();

CREATE FUNCTION "notifyOfColumn"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_rights'', TG_ARGV[0] || '':'' || (to_jsonb(OLD) ->> TG_ARGV[1]))\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "GroupProject_rights" AFTER DELETE ON "GroupProject"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfColumn"('project', 'projectId');

CREATE TRIGGER "GroupProject_end" AFTER UPDATE OF "expiresAt" ON "GroupProject"
  FOR EACH ROW WHEN (OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt") EXECUTE FUNCTION "notifyOfColumn"('project', 'projectId');

CREATE TRIGGER "GroupMember_end" AFTER UPDATE OF "expiresAt" ON "GroupMember"
  FOR EACH ROW WHEN (OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt") EXECUTE FUNCTION "notifyOfColumn"('account', 'accountId');

CREATE TRIGGER "Assignment_end" AFTER UPDATE OF "expiresAt" ON "Assignment"
  FOR EACH ROW WHEN (OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt") EXECUTE FUNCTION "notifyOfColumn"('account', 'accountId');

CREATE TRIGGER "Account_end" AFTER UPDATE OF "expiresAt" ON "Account"
  FOR EACH ROW WHEN (OLD."expiresAt" IS DISTINCT FROM NEW."expiresAt") EXECUTE FUNCTION "notifyOfOne"('account');

CREATE TRIGGER "Project_closed" AFTER UPDATE OF "isOpenToAllUsers" ON "Project"
  FOR EACH ROW WHEN (OLD."isOpenToAllUsers" AND NOT NEW."isOpenToAllUsers") EXECUTE FUNCTION "notifyOfOne"('project');
