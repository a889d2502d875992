import { recordAuditOf } from "../../audit/mutations";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { type Queryable, withTransaction } from "../../db";
import { logger } from "../../logger";
import { deleteProject } from "../../projects/mutations";
import { deleteUnusedBlobs } from "../../trees/jobs";
import { deleteTree } from "../../trees/mutations";
import type { HeldImport, ImportLease } from "./lease";

export interface Failure {
  /** What the person reads. */
  message: string;
  /** True when the upload is to blame, and goes too. Otherwise it can be published under another name. */
  discardsUpload: boolean;
}

/** Ends an import so that nothing of it stays: no project, no tree, no blob that only they used. The message stays. */
export async function failImport(lease: ImportLease, failure: Failure): Promise<void> {
  const unused = await withTransaction((transaction) => removeRows(transaction, lease, failure));
  await deleteUnusedBlobs(unused).catch((error: unknown) => {
    logger.warn({ err: error, importId: lease.importId }, "blobs left to the sweep");
  });
}

/** @returns the blobs that may be used by nobody now */
async function removeRows(transaction: Queryable, lease: ImportLease, failure: Failure): Promise<BlobKey[]> {
  const { blobKey } = await lease.read(transaction);
  // Order of locks as in deleteUpload: upload, blob, import. A new import of this upload waits here, and then finds it gone.
  await transaction.query({ text: `SELECT FROM "Upload" WHERE id = $1 FOR UPDATE`, values: [blobKey] });
  await transaction.query({ text: `SELECT FROM "Blob" WHERE key = $1 FOR UPDATE`, values: [blobKey] });
  const held = await lease.lock(transaction);
  const ownBlobs = await findOwnBlobs(transaction, held);
  await audit(transaction, held, failure.message);
  const shown = await takeDown(transaction, held, failure.message);
  if (held.treeId !== null) await deleteTree(transaction, held.treeId);
  if (failure.discardsUpload) await discardUpload(transaction, blobKey);
  await lease.write({ status: "failed", error: failure.message, finishedAt: new Date() }, transaction);
  return [blobKey, ...ownBlobs, ...shown, ...(held.pendingBlobKey ? [held.pendingBlobKey] : [])];
}

async function findOwnBlobs(client: Queryable, { treeId, blobKey }: HeldImport): Promise<BlobKey[]> {
  const { rows } = await client.query<{ blobKey: string }>({
    text: `SELECT "blobKey" FROM "Entry" WHERE "treeId" = $1 AND "blobKey" <> $2`,
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

/** When the map was online until now. Nobody asked for it: the product itself does it. */
async function takeDown(client: Queryable, { projectId, safeName }: HeldImport, message: string): Promise<BlobKey[]> {
  return projectId === null ? [] : await deleteProject(client, projectId, { actor: null, details: { safeName, message } });
}
