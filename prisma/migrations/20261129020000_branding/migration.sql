-- CreateTable
CREATE TABLE "Branding" (
    "single" BOOLEAN NOT NULL DEFAULT true,
    "settings" JSONB NOT NULL,
    "logo" BYTEA,
    "favicon" BYTEA,

    CONSTRAINT "Branding_pkey" PRIMARY KEY ("single"),
    CONSTRAINT "Branding_single" CHECK ("single")
);
