-- AlterTable
ALTER TABLE "Installation" ADD COLUMN     "backedUpAt" TIMESTAMPTZ(3),
ADD COLUMN     "mailTestedAt" TIMESTAMPTZ(3),
ADD COLUMN     "setupDismissedAt" TIMESTAMPTZ(3);

-- The checklist is for new installations, which have no accounts yet.
UPDATE "Installation" SET "setupDismissedAt" = now() WHERE EXISTS (SELECT FROM "Account");
