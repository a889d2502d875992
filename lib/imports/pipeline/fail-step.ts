import { recordAuditOf } from "../../audit/mutations";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { type Queryable, withTransaction } from "../../db";
import { logger } from "../../logging/logger";
import { deleteProject } from "../../projects/mutations";
import { withdrawMap } from "../../projects/versions/mutations";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { dropTrees } from "../../trees/mutations";
import { releaseClaims } from "./completion";
import type { HeldImport, ImportLease } from "./lease";

export interface Failure {
  /** What the person reads. */
  message: string;
  /** True when the archive is to blame, and goes too. Otherwise it can be published under another name. */
  discardsUpload: boolean;
}

/** The map that an import replaced is there again: said where the person reads why. */
const RESTORED = "The former map is online again.";

/**
 * Ends an import so that nothing of it stays: no project that it made, no tree, no blob that only they used. A project whose map
 * it replaced shows the former one again. The message stays.
 */
export async function failImport(lease: ImportLease, failure: Failure): Promise<void> {
  const unused = await withTransaction((transaction) => removeRows(transaction, lease, failure));
  await deleteUnusedBlobs(unused).catch((error: unknown) => {
    logger.warn({ err: error, importId: lease.importId }, "blobs left to the sweep");
  });
}

/** @returns the blobs that may be used by nobody now */
async function removeRows(transaction: Queryable, lease: ImportLease, failure: Failure): Promise<BlobKey[]> {
  const { blobKey } = await lease.read(transaction);
  // Order of locks as in deleteUpload: upload, blob, import; then the project, as where one is deleted.
  // A new import of this upload waits here, and then finds it gone.
  await transaction.query({ text: `SELECT FROM "Upload" WHERE id = $1 FOR UPDATE`, values: [blobKey] });
  await transaction.query({ text: `SELECT FROM "Blob" WHERE key = $1 FOR UPDATE`, values: [blobKey] });
  const held = await lease.lock(transaction);
  const ownBlobs = await findOwnBlobs(transaction, held);
  const { shown, error } = await takeDown(transaction, held, failure.message);
  await audit(transaction, held, error);
  // While the import still counts as running, so that uploads which can be tried again stay.
  if (held.treeId !== null) await dropTrees(transaction, [held.treeId]);
  await lease.write({ status: "failed", error, finishedAt: new Date(), projectId: null }, transaction);
  await releaseClaims(transaction, held);
  if (failure.discardsUpload) await discardUpload(transaction, blobKey);
  return [blobKey, ...ownBlobs, ...shown, ...(held.pendingBlobKey ? [held.pendingBlobKey] : [])];
}

async function findOwnBlobs(client: Queryable, { treeId, blobKey }: HeldImport): Promise<BlobKey[]> {
  const { rows } = await client.query<{ blobKey: string }>({
    text: `SELECT DISTINCT "blobKey" FROM "Entry" WHERE "treeId" = $1 AND "blobKey" <> $2`,
    values: [treeId, blobKey],
  });
  return rows.map((row) => blobKeySchema.parse(row.blobKey));
}

/** Unless another project was made of the same upload before. */
async function discardUpload(client: Queryable, blobKey: BlobKey): Promise<void> {
  await client.query({
    text: `DELETE FROM "Upload" WHERE id = $1 AND NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = $1)`,
    values: [blobKey],
  });
}

async function audit(client: Queryable, held: HeldImport, message: string): Promise<void> {
  const { id, projectName: name, safeName } = held;
  await recordAuditOf(client, held, { action: "import.failed", target: { type: "import", id, name }, details: { safeName, message } });
}

/**
 * When the map was online until now. Nobody asked for it: the product itself does it.
 * @returns blobs that only a deleted project showed, and what the person reads
 */
async function takeDown(client: Queryable, held: HeldImport, message: string): Promise<{ shown: BlobKey[]; error: string }> {
  const { projectId, replacesId, treeId, safeName } = held;
  if (projectId === null) return { shown: [], error: message };
  const details = { safeName, message };
  if (replacesId === null) return { shown: await deleteProject(client, projectId, { actor: null, details }), error: message };
  const isRestored = treeId !== null && (await withdrawMap(client, { projectId, treeId, details }));
  return { shown: [], error: isRestored ? `${message} ${RESTORED}` : message };
}
