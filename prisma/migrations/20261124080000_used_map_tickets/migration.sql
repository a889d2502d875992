-- The maps process takes each ticket once. Its row stays until the ticket has expired.
CREATE TABLE "UsedMapTicket" (
  "id" UUID NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "UsedMapTicket_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "UsedMapTicket_expiresAt_idx" ON "UsedMapTicket" ("expiresAt");
