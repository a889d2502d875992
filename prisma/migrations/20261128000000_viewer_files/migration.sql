CREATE TABLE "ViewerFile" (
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "ViewerFile_pkey" PRIMARY KEY ("hash", "name")
);
