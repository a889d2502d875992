CREATE TABLE "ViewerFile" (
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "deployedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ViewerFile_pkey" PRIMARY KEY ("hash", "name")
);
