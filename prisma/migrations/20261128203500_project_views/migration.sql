-- CreateTable
CREATE TABLE "ProjectView" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "projectId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "viewerId" UUID NOT NULL,
    "accountId" UUID,
    "treeId" BIGINT NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL DEFAULT 0,
    "lastViewedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProjectView_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ProjectView_projectId_lastViewedAt_idx" ON "ProjectView"("projectId", "lastViewedAt");

-- CreateIndex
CREATE INDEX "ProjectView_accountId_idx" ON "ProjectView"("accountId");

-- CreateIndex
CREATE INDEX "ProjectView_day_idx" ON "ProjectView"("day");

-- CreateIndex
CREATE UNIQUE INDEX "ProjectView_projectId_day_viewerId_treeId_key" ON "ProjectView"("projectId", "day", "viewerId", "treeId");

-- AddForeignKey
ALTER TABLE "ProjectView" ADD CONSTRAINT "ProjectView_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectView" ADD CONSTRAINT "ProjectView_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
