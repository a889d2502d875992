-- Whose a bucket is: its owner object and this one row name the same id. A dump takes it along
CREATE TABLE "Installation" (
    "single" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("single"),
    CONSTRAINT "Installation_single" CHECK ("single")
);

INSERT INTO "Installation" DEFAULT VALUES;
