-- CreateTable
CREATE TABLE "AccountMapView" (
    "accountId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "lastViewedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AccountMapView_pkey" PRIMARY KEY ("accountId","projectId","day")
);

-- CreateIndex
CREATE INDEX "AccountMapView_accountId_lastViewedAt_idx" ON "AccountMapView"("accountId", "lastViewedAt");

-- CreateIndex
CREATE INDEX "AccountMapView_projectId_day_idx" ON "AccountMapView"("projectId", "day");

-- AddForeignKey
ALTER TABLE "AccountMapView" ADD CONSTRAINT "AccountMapView_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountMapView" ADD CONSTRAINT "AccountMapView_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
