import { recordAudit } from "../../audit/mutations";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db";
import type { Prisma } from "../../generated/prisma/client";
import { logger } from "../../logger";
import { deleteUnusedBlobs } from "../../trees/jobs";
import { type HeldImport, type ImportLease, LeaseLostError } from "./lease";

/** Hundreds of thousands of entries go with their tree. */
const TRANSACTION_TIMEOUT_MS = 300_000;

export interface Failure {
  /** What the person reads. */
  message: string;
  /** True when the upload is to blame, and goes too. Otherwise it can be published under another name. */
  discardsUpload: boolean;
}

/** Ends an import so that nothing of it stays: no project, no tree, no blob that only they used. The message stays. */
export async function failImport(lease: ImportLease, held: HeldImport, failure: Failure): Promise<void> {
  const ownBlobs = await db().$transaction((tx) => removeRows(tx, lease, held, failure), {
    timeout: TRANSACTION_TIMEOUT_MS,
    maxWait: TRANSACTION_TIMEOUT_MS,
  });
  await deleteUnusedBlobs([held.blobKey, ...ownBlobs]).catch((error: unknown) => {
    logger.warn({ err: error, importId: held.id }, "blobs left to the sweep");
  });
}

async function removeRows(tx: Prisma.TransactionClient, lease: ImportLease, held: HeldImport, failure: Failure): Promise<BlobKey[]> {
  const { blobKey, projectId, treeId } = held;
  // Order of locks as in deleteUpload: upload, blob, import. A new import of this upload waits here, and then finds it gone.
  await tx.$queryRaw`SELECT id FROM "Upload" WHERE id = ${blobKey} FOR UPDATE`;
  await tx.$queryRaw`SELECT key FROM "Blob" WHERE key = ${blobKey} FOR UPDATE`;
  const { count } = await tx.import.updateMany({
    where: lease.held,
    data: { status: "failed", error: failure.message, finishedAt: new Date() },
  });
  if (count === 0) throw new LeaseLostError();
  const ownBlobs = treeId === null ? [] : await findOwnBlobs(tx, treeId, blobKey);
  if (projectId !== null) await tx.project.deleteMany({ where: { id: projectId } });
  if (treeId !== null) await tx.tree.deleteMany({ where: { id: treeId } });
  if (failure.discardsUpload) await discardUpload(tx, blobKey);
  await audit(tx, held, failure.message);
  return ownBlobs;
}

async function findOwnBlobs(tx: Prisma.TransactionClient, treeId: number, archive: BlobKey): Promise<BlobKey[]> {
  const where = { treeId, hasLocalHeader: false, blobKey: { not: archive } };
  const rows = await tx.entry.findMany({ where, select: { blobKey: true } });
  return rows.map(({ blobKey }) => blobKeySchema.parse(blobKey));
}

/** Another project may have been made of the same upload before. */
async function discardUpload(tx: Prisma.TransactionClient, blobKey: BlobKey): Promise<void> {
  const user = await tx.entry.findFirst({ where: { blobKey }, select: { id: true } });
  if (!user) await tx.upload.deleteMany({ where: { id: blobKey } });
}

async function audit(tx: Prisma.TransactionClient, held: HeldImport, message: string): Promise<void> {
  const owner = held.ownerId ? await tx.account.findUnique({ where: { id: held.ownerId } }) : null;
  await recordAudit(tx, {
    action: "import.failed",
    actor: owner && { accountId: owner.id, email: owner.email },
    target: { type: "import", id: held.id, name: held.projectName },
    details: { message },
  });
}
