-- The right to work on an upload, across processes
CREATE TABLE "UploadLock" (
    "uploadId" TEXT NOT NULL,
    "token" UUID NOT NULL,
    "renewedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "wantedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UploadLock_pkey" PRIMARY KEY ("uploadId")
);
