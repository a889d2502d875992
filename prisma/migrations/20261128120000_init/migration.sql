-- CreateEnum
CREATE TYPE "Role" AS ENUM ('superadmin', 'admin', 'user');

-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('read', 'publish', 'everything', 'people');

-- CreateEnum
CREATE TYPE "ImageSource" AS ENUM ('chosen', 'rendered');

-- CreateEnum
CREATE TYPE "TreeKind" AS ENUM ('project', 'assets', 'trash');

-- CreateEnum
CREATE TYPE "EntryKind" AS ENUM ('folder', 'file');

-- CreateEnum
CREATE TYPE "StorageMethod" AS ENUM ('stored', 'deflated');

-- CreateEnum
CREATE TYPE "UploadState" AS ENUM ('receiving', 'complete');

-- CreateEnum
CREATE TYPE "ImportSource" AS ENUM ('zip', 'folder');

-- CreateEnum
CREATE TYPE "ImportStatus" AS ENUM ('queued', 'indexing', 'publishing', 'verifying', 'materialising', 'complete', 'failed');

-- CreateTable
CREATE TABLE "Installation" (
    "single" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("single")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "isPasswordAssigned" BOOLEAN NOT NULL DEFAULT false,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "userAgent" TEXT,
    "address" TEXT,
    "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "isSingleSignOn" BOOLEAN NOT NULL DEFAULT false,
    "isProgram" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "accountId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "TokenScope" NOT NULL,
    "projectIds" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UsedMapTicket" (
    "id" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsedMapTicket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Authenticator" (
    "accountId" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" INTEGER,

    CONSTRAINT "Authenticator_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "codeHash" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasskeyChallenge" (
    "challenge" TEXT NOT NULL,
    "accountId" UUID,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("challenge")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "accountId" UUID NOT NULL,
    "tokenHash" TEXT,
    "invitedById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccountNotice" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "notice" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AccountNotice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasswordResetRequest" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PasswordResetRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "safeName" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "mapUrl" TEXT,
    "allowsLocation" BOOLEAN NOT NULL DEFAULT false,
    "allowsCamera" BOOLEAN NOT NULL DEFAULT false,
    "allowsRouting" BOOLEAN NOT NULL DEFAULT false,
    "allowsSharedMemory" BOOLEAN NOT NULL DEFAULT false,
    "allowsSharing" BOOLEAN NOT NULL DEFAULT true,
    "imageBlobKey" TEXT,
    "imageSource" "ImageSource",
    "imageOf" TEXT,
    "imageAttempts" INTEGER NOT NULL DEFAULT 0,
    "imageTriedAt" TIMESTAMPTZ(3),
    "imageProblem" TEXT,
    "currentTreeId" BIGINT,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trashedAt" TIMESTAMPTZ(3),
    "trashedById" UUID,
    "trashedUserIds" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ThumbnailWorker" (
    "id" UUID NOT NULL,
    "problem" TEXT,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ThumbnailWorker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Assignment" (
    "projectId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Assignment_pkey" PRIMARY KEY ("projectId","accountId")
);

-- CreateTable
CREATE TABLE "AccessRequest" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "safeName" TEXT NOT NULL,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "mailedIds" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "AccessRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Favourite" (
    "accountId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Favourite_pkey" PRIMARY KEY ("accountId","projectId")
);

-- CreateTable
CREATE TABLE "ShareLink" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "passwordHash" TEXT,
    "frameOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "openings" INTEGER NOT NULL DEFAULT 0,
    "lastOpenedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ShareLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Tree" (
    "id" BIGSERIAL NOT NULL,
    "kind" "TreeKind" NOT NULL DEFAULT 'project',
    "projectId" UUID,
    "fileCount" INTEGER NOT NULL DEFAULT 0,
    "byteCount" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retiredAt" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT NOT NULL DEFAULT '',
    "startPage" TEXT,
    "imageBlobKey" TEXT,
    "trashedAt" TIMESTAMPTZ(3),
    "trashedById" UUID,
    "trashedFrom" TEXT,

    CONSTRAINT "Tree_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Entry" (
    "id" BIGSERIAL NOT NULL,
    "treeId" BIGINT NOT NULL,
    "parentId" BIGINT,
    "kind" "EntryKind" NOT NULL,
    "name" TEXT NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "blobKey" TEXT,
    "offset" BIGINT NOT NULL DEFAULT 0,
    "hasLocalHeader" BOOLEAN NOT NULL DEFAULT false,
    "storedSize" BIGINT NOT NULL DEFAULT 0,
    "method" "StorageMethod" NOT NULL DEFAULT 'stored',
    "crc32" BIGINT,
    "searchName" TEXT GENERATED ALWAYS AS (lower("name")) STORED,
    "fileType" SMALLINT GENERATED ALWAYS AS (
      CASE WHEN position('.' IN "name") = 0 THEN 0 ELSE
        CASE lower(split_part("name", '.', -1))
          WHEN 'png' THEN 1 WHEN 'jpg' THEN 1 WHEN 'jpeg' THEN 1 WHEN 'gif' THEN 1 WHEN 'bmp' THEN 1 WHEN 'svg' THEN 1 WHEN 'webp' THEN 1
          WHEN 'mp4' THEN 2 WHEN 'avi' THEN 2 WHEN 'mov' THEN 2 WHEN 'wmv' THEN 2 WHEN 'flv' THEN 2 WHEN 'webm' THEN 2 WHEN 'mkv' THEN 2
          WHEN 'pdf' THEN 3 WHEN 'doc' THEN 3 WHEN 'docx' THEN 3 WHEN 'txt' THEN 3 WHEN 'rtf' THEN 3
          WHEN 'xls' THEN 4 WHEN 'xlsx' THEN 4 WHEN 'csv' THEN 4
          WHEN 'zip' THEN 5 WHEN 'rar' THEN 5 WHEN '7z' THEN 5 WHEN 'tar' THEN 5 WHEN 'gz' THEN 5
          ELSE 0
        END
      END
    ) STORED,

    CONSTRAINT "Entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedAt" TIMESTAMPTZ(3),
    "reserved" BIGINT NOT NULL DEFAULT 0,
    "ownerId" UUID,
    "uploadedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "StoredBytes" (
    "id" BIGSERIAL NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportBlob" (
    "blobKey" TEXT NOT NULL,
    "importId" UUID NOT NULL,

    CONSTRAINT "ImportBlob_pkey" PRIMARY KEY ("blobKey")
);

-- CreateTable
CREATE TABLE "Upload" (
    "id" TEXT NOT NULL,
    "ownerId" UUID,
    "length" BIGINT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "storage" JSONB,
    "state" "UploadState" NOT NULL DEFAULT 'receiving',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadLock" (
    "uploadId" TEXT NOT NULL,
    "token" UUID NOT NULL,
    "renewedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "wantedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UploadLock_pkey" PRIMARY KEY ("uploadId")
);

-- CreateTable
CREATE TABLE "Import" (
    "id" UUID NOT NULL,
    "safeName" TEXT NOT NULL,
    "projectName" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "source" "ImportSource" NOT NULL,
    "status" "ImportStatus" NOT NULL DEFAULT 'queued',
    "ownerId" UUID,
    "address" TEXT,
    "blobKey" TEXT,
    "sourceName" TEXT,
    "nameEncoding" TEXT,
    "replacesId" UUID,
    "baseTreeId" BIGINT,
    "changes" JSONB,
    "startPage" TEXT,
    "projectId" UUID,
    "treeId" BIGINT,
    "filesTotal" INTEGER NOT NULL DEFAULT 0,
    "filesDone" INTEGER NOT NULL DEFAULT 0,
    "bytesTotal" BIGINT NOT NULL DEFAULT 0,
    "bytesDone" BIGINT NOT NULL DEFAULT 0,
    "cursor" BIGINT NOT NULL DEFAULT -1,
    "pendingBlobKey" TEXT,
    "error" TEXT,
    "leaseToken" UUID,
    "heartbeatAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "isSlow" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "publishedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "idempotencyKey" TEXT,
    "dismissedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Conversion" (
    "projectId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "heldUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Conversion_pkey" PRIMARY KEY ("projectId","path")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorId" UUID,
    "actorEmail" TEXT,
    "action" TEXT NOT NULL,
    "targetType" TEXT,
    "targetId" TEXT,
    "targetName" TEXT,
    "address" TEXT,
    "credential" JSONB,
    "details" JSONB,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MapView" (
    "projectId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "MapView_pkey" PRIMARY KEY ("projectId","day")
);

-- CreateTable
CREATE TABLE "AccountMapView" (
    "accountId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "lastViewedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AccountMapView_pkey" PRIMARY KEY ("accountId","projectId","day")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ViewerFile" (
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "deployedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ViewerFile_pkey" PRIMARY KEY ("hash","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE INDEX "Account_role_createdAt_idx" ON "Account"("role", "createdAt");

-- CreateIndex
CREATE INDEX "Session_accountId_idx" ON "Session"("accountId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Identity_accountId_idx" ON "Identity"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_accountId_idx" ON "ApiToken"("accountId");

-- CreateIndex
CREATE INDEX "UsedMapTicket_expiresAt_idx" ON "UsedMapTicket"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "RecoveryCode_accountId_codeHash_key" ON "RecoveryCode"("accountId", "codeHash");

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_accountId_idx" ON "Passkey"("accountId");

-- CreateIndex
CREATE INDEX "PasskeyChallenge_accountId_idx" ON "PasskeyChallenge"("accountId");

-- CreateIndex
CREATE INDEX "PasskeyChallenge_expiresAt_idx" ON "PasskeyChallenge"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_invitedById_idx" ON "Invitation"("invitedById");

-- CreateIndex
CREATE INDEX "Invitation_dueAt_idx" ON "Invitation"("dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_tokenHash_key" ON "PasswordReset"("tokenHash");

-- CreateIndex
CREATE INDEX "PasswordReset_accountId_idx" ON "PasswordReset"("accountId");

-- CreateIndex
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset"("expiresAt");

-- CreateIndex
CREATE INDEX "AccountNotice_accountId_idx" ON "AccountNotice"("accountId");

-- CreateIndex
CREATE INDEX "AccountNotice_dueAt_idx" ON "AccountNotice"("dueAt");

-- CreateIndex
CREATE INDEX "PasswordResetRequest_dueAt_idx" ON "PasswordResetRequest"("dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "Project_safeName_key" ON "Project"("safeName");

-- CreateIndex
CREATE UNIQUE INDEX "Project_currentTreeId_key" ON "Project"("currentTreeId");

-- CreateIndex
CREATE INDEX "Project_createdAt_idx" ON "Project"("createdAt");

-- CreateIndex
CREATE INDEX "Project_name_idx" ON "Project"("name");

-- CreateIndex
CREATE INDEX "Project_createdById_idx" ON "Project"("createdById");

-- CreateIndex
CREATE INDEX "Project_trashedById_idx" ON "Project"("trashedById");

-- CreateIndex
CREATE INDEX "Assignment_accountId_idx" ON "Assignment"("accountId");

-- CreateIndex
CREATE INDEX "AccessRequest_dueAt_idx" ON "AccessRequest"("dueAt");

-- CreateIndex
CREATE INDEX "AccessRequest_createdAt_idx" ON "AccessRequest"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AccessRequest_accountId_safeName_key" ON "AccessRequest"("accountId", "safeName");

-- CreateIndex
CREATE INDEX "Favourite_projectId_idx" ON "Favourite"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "ShareLink_tokenHash_key" ON "ShareLink"("tokenHash");

-- CreateIndex
CREATE INDEX "ShareLink_projectId_createdAt_idx" ON "ShareLink"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "ShareLink_createdAt_idx" ON "ShareLink"("createdAt");

-- CreateIndex
CREATE INDEX "ShareLink_createdById_idx" ON "ShareLink"("createdById");

-- CreateIndex
CREATE INDEX "Tree_projectId_retiredAt_idx" ON "Tree"("projectId", "retiredAt");

-- CreateIndex
CREATE INDEX "Tree_trashedById_idx" ON "Tree"("trashedById");

-- CreateIndex
CREATE INDEX "Entry_blobKey_offset_idx" ON "Entry"("blobKey", "offset");

-- CreateIndex
CREATE UNIQUE INDEX "Entry_treeId_parentId_name_key" ON "Entry"("treeId", "parentId", "name");

-- CreateIndex
CREATE INDEX "Blob_ownerId_idx" ON "Blob"("ownerId");

-- CreateIndex
CREATE INDEX "Blob_uploadedAt_idx" ON "Blob"("uploadedAt");

-- CreateIndex
CREATE INDEX "ImportBlob_importId_idx" ON "ImportBlob"("importId");

-- CreateIndex
CREATE INDEX "Upload_ownerId_idx" ON "Upload"("ownerId");

-- CreateIndex
CREATE INDEX "Upload_expiresAt_idx" ON "Upload"("expiresAt");

-- CreateIndex
CREATE INDEX "Import_safeName_createdAt_idx" ON "Import"("safeName", "createdAt");

-- CreateIndex
CREATE INDEX "Import_status_idx" ON "Import"("status");

-- CreateIndex
CREATE INDEX "Import_ownerId_idx" ON "Import"("ownerId");

-- CreateIndex
CREATE INDEX "Import_treeId_idx" ON "Import"("treeId");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

-- CreateIndex
CREATE INDEX "AuditEvent_actorId_at_idx" ON "AuditEvent"("actorId", "at");

-- CreateIndex
CREATE INDEX "AuditEvent_targetType_targetId_at_idx" ON "AuditEvent"("targetType", "targetId", "at");

-- CreateIndex
CREATE INDEX "AuditEvent_action_at_idx" ON "AuditEvent"("action", "at");

-- CreateIndex
CREATE INDEX "MapView_day_idx" ON "MapView"("day");

-- CreateIndex
CREATE INDEX "AccountMapView_accountId_lastViewedAt_idx" ON "AccountMapView"("accountId", "lastViewedAt");

-- CreateIndex
CREATE INDEX "AccountMapView_projectId_day_idx" ON "AccountMapView"("projectId", "day");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Authenticator" ADD CONSTRAINT "Authenticator_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasskeyChallenge" ADD CONSTRAINT "PasskeyChallenge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountNotice" ADD CONSTRAINT "AccountNotice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_currentTreeId_fkey" FOREIGN KEY ("currentTreeId") REFERENCES "Tree"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_trashedById_fkey" FOREIGN KEY ("trashedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessRequest" ADD CONSTRAINT "AccessRequest_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Favourite" ADD CONSTRAINT "Favourite_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Favourite" ADD CONSTRAINT "Favourite_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShareLink" ADD CONSTRAINT "ShareLink_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tree" ADD CONSTRAINT "Tree_trashedById_fkey" FOREIGN KEY ("trashedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tree" ADD CONSTRAINT "Tree_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportBlob" ADD CONSTRAINT "ImportBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_treeId_fkey" FOREIGN KEY ("treeId") REFERENCES "Tree"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversion" ADD CONSTRAINT "Conversion_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MapView" ADD CONSTRAINT "MapView_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountMapView" ADD CONSTRAINT "AccountMapView_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountMapView" ADD CONSTRAINT "AccountMapView_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on: what the Prisma schema can't say, and above the generated columns of "Entry".
-- The engine ends a statement at each semicolon, so those within a function or block are spelled \x3B.

-- One import at a time publishes under a name, and one for each upload.
CREATE UNIQUE INDEX "Import_active_safeName_key" ON "Import"("safeName") WHERE "status" NOT IN ('complete', 'failed');
CREATE UNIQUE INDEX "Import_active_blobKey_key" ON "Import"("blobKey") WHERE "status" NOT IN ('complete', 'failed');

-- A call that comes twice begins one import. One that failed may begin again.
CREATE UNIQUE INDEX "Import_idempotencyKey_key" ON "Import"("ownerId", "idempotencyKey") WHERE "status" <> 'failed';

CREATE INDEX "Blob_released_idx" ON "Blob"("releasedAt") WHERE "releasedAt" IS NOT NULL;

CREATE INDEX "Upload_receiving" ON "Upload" ("ownerId") INCLUDE ("length") WHERE "state" = 'receiving';

-- A tree has one root.
CREATE UNIQUE INDEX "Entry_root_key" ON "Entry"("treeId") WHERE "parentId" IS NULL;

-- There is one folder of shared assets.
CREATE UNIQUE INDEX "Tree_assets_key" ON "Tree"("kind") WHERE "kind" = 'assets';

CREATE INDEX "Tree_trashedAt_idx" ON "Tree"("trashedAt") WHERE "trashedAt" IS NOT NULL;

-- Email addresses are stored in lower case.
ALTER TABLE "Account" ADD CONSTRAINT "Account_email_lower_check" CHECK ("email" = lower("email"));

-- Files of all maps are searched by one scan of this index (docs/decisions/0028), in the order in which files are written.
CREATE INDEX "Entry_files_idx" ON "Entry"("treeId", "blobKey", "id") INCLUDE ("size", "fileType", "searchName") WHERE "kind" = 'file';

-- Empty files have no blob, so their own time counts.
CREATE INDEX "Entry_empty_files_idx" ON "Entry"("modifiedAt", "treeId", "id") WHERE "kind" = 'file' AND "blobKey" IS NULL;

-- A scan of the index alone needs pages that a vacuum has seen: after 2 % new rows instead of 20 %.
ALTER TABLE "Entry" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- The id of this installation. The owner object of its bucket contains the same one.
ALTER TABLE "Installation" ADD CONSTRAINT "Installation_single" CHECK ("single");
INSERT INTO "Installation" DEFAULT VALUES;

-- pg_trgm makes the search of the audit log quick. It is a trusted extension: the owner of the database may create it.
-- Without it the search is slow once the log is long.
DO E'
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm\x3B
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE WARNING ''The search of the audit log does without pg_trgm: %'', SQLERRM\x3B
END\x3B
';

-- The expression of lib/audit/data.ts. A line break begins each part, so that the first letters of one can be searched for.
-- The list of pending entries is short, because each search reads all of it.
DO E'
DECLARE
  place regnamespace := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = ''pg_trgm'')\x3B
BEGIN
  IF place IS NOT NULL THEN
    EXECUTE format(
      $index$
        CREATE INDEX "AuditEvent_text_idx" ON "AuditEvent" USING gin (
          (E''\\n'' || lower(coalesce("actorEmail", '''') || E''\\n'' || coalesce("targetName", '''') || E''\\n'' || action || E''\\n'' || coalesce(address, '''') || E''\\n'' || coalesce(details ->> ''role'', ''''))) %s.gin_trgm_ops
        ) WITH (gin_pending_list_limit = 256)
      $index$,
      place
    )\x3B
  END IF\x3B
END\x3B
';

-- Maps processes cache who may open a map, and forget it when a notification says so (docs/decisions/0059). Triggers send it, so that
-- every way to lose access does, also a cascade. Above 100 accounts, one notification stands for all.
CREATE FUNCTION "notifyOfLost"("losers" uuid[]) RETURNS void LANGUAGE plpgsql AS E'BEGIN
  IF cardinality(losers) > 100 THEN
    PERFORM pg_notify(''sea_vision_rights'', ''any'')\x3B
  ELSE
    PERFORM pg_notify(''sea_vision_rights'', ''account:'' || loser) FROM unnest(losers) loser\x3B
  END IF\x3B
END';

CREATE FUNCTION "notifyHolders"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "notifyOfLost"(ARRAY(SELECT DISTINCT "accountId" FROM gone LIMIT 101))\x3B
  RETURN NULL\x3B
END';

-- An expired session gave no access.
CREATE FUNCTION "notifySignedOut"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "notifyOfLost"(ARRAY(SELECT DISTINCT "accountId" FROM gone WHERE "expiresAt" > now() LIMIT 101))\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "notifyOfOne"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_rights'', TG_ARGV[0] || '':'' || OLD.id)\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Session_rights" AFTER DELETE ON "Session"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifySignedOut"();

CREATE TRIGGER "ApiToken_rights" AFTER DELETE ON "ApiToken"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifySignedOut"();

CREATE TRIGGER "Assignment_rights" AFTER DELETE ON "Assignment"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "notifyHolders"();

CREATE TRIGGER "Account_rights" AFTER UPDATE OF role ON "Account"
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION "notifyOfOne"('account');

CREATE TRIGGER "ShareLink_rights" AFTER DELETE ON "ShareLink"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfOne"('link');

CREATE TRIGGER "Project_rights" AFTER DELETE ON "Project"
  FOR EACH ROW EXECUTE FUNCTION "notifyOfOne"('project');

CREATE TRIGGER "Project_trashed" AFTER UPDATE OF "trashedAt" ON "Project"
  FOR EACH ROW WHEN (OLD."trashedAt" IS DISTINCT FROM NEW."trashedAt") EXECUTE FUNCTION "notifyOfOne"('project');

-- Maps processes remember the files of a tree until they hear that a tree has changed (docs/decisions/0055).
-- The notification names no tree: a process then checks each tree that it serves, once.
CREATE FUNCTION "notifyOfTrees"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM pg_notify(''sea_vision_trees'', '''')\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Tree_edited" AFTER UPDATE OF revision ON "Tree"
  FOR EACH ROW WHEN (OLD.revision IS DISTINCT FROM NEW.revision) EXECUTE FUNCTION "notifyOfTrees"();

CREATE TRIGGER "Tree_gone" AFTER DELETE ON "Tree"
  FOR EACH STATEMENT EXECUTE FUNCTION "notifyOfTrees"();

CREATE TRIGGER "Project_tree" AFTER UPDATE OF "currentTreeId" ON "Project"
  FOR EACH ROW WHEN (OLD."currentTreeId" IS DISTINCT FROM NEW."currentTreeId") EXECUTE FUNCTION "notifyOfTrees"();

-- The sum of all blobs, so that a check before an upload reads no blob (docs/decisions/0052). Changes are only inserted: a single row
-- that each transaction updates would make them wait for each other. A sweep adds them up.
CREATE FUNCTION "noteStoredBytes"() RETURNS trigger LANGUAGE plpgsql AS E'DECLARE
  change BIGINT := 0\x3B
BEGIN
  IF TG_OP <> ''DELETE'' THEN
    SELECT coalesce(sum(size + reserved), 0) INTO change FROM present\x3B
  END IF\x3B
  IF TG_OP <> ''INSERT'' THEN
    SELECT change - coalesce(sum(size + reserved), 0) INTO change FROM former\x3B
  END IF\x3B
  IF change <> 0 THEN
    INSERT INTO "StoredBytes" (bytes) VALUES (change)\x3B
  END IF\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Blob_inserted" AFTER INSERT ON "Blob"
  REFERENCING NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

CREATE TRIGGER "Blob_updated" AFTER UPDATE ON "Blob"
  REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

CREATE TRIGGER "Blob_deleted" AFTER DELETE ON "Blob"
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION "noteStoredBytes"();

INSERT INTO "StoredBytes" (bytes) VALUES (0);

-- A foreign key from entries to their tree locks the tree once for every row, which takes a third of the time of an import. These
-- triggers lock it once for every statement (docs/decisions/0056).
-- Waits for a concurrent deletion of the tree, and makes a later one wait.
CREATE FUNCTION "requireTree"("tree" bigint) RETURNS void LANGUAGE plpgsql AS E'BEGIN
  PERFORM FROM "Tree" WHERE id = tree FOR KEY SHARE\x3B
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = ''There is no tree '' || tree || '' for these entries.''\x3B
  END IF\x3B
END';

CREATE FUNCTION "requireTrees"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "requireTree"("treeId") FROM (SELECT DISTINCT "treeId" FROM added ORDER BY 1) wanted\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "requireOtherTree"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  PERFORM "requireTree"(NEW."treeId")\x3B
  RETURN NULL\x3B
END';

CREATE FUNCTION "deleteEntries"() RETURNS trigger LANGUAGE plpgsql AS E'BEGIN
  DELETE FROM "Entry" WHERE "treeId" = OLD.id\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER "Entry_inserted" AFTER INSERT ON "Entry"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "requireTrees"();

CREATE TRIGGER "Entry_moved" AFTER UPDATE OF "treeId" ON "Entry"
  FOR EACH ROW WHEN (OLD."treeId" <> NEW."treeId") EXECUTE FUNCTION "requireOtherTree"();

CREATE TRIGGER "Tree_deleted" AFTER DELETE ON "Tree"
  FOR EACH ROW EXECUTE FUNCTION "deleteEntries"();
