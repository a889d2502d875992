import { recordAuditOf } from "../../accounts/mutations";
import type { BlobKey } from "../../blobs/store";
import { type Database, execute } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { logger } from "../../logging/logger";
import { deleteProject } from "../../projects/mutations";
import { withdrawMap } from "../../projects/versions/mutations";
import { deleteUnusedBlobs } from "../../storage/garbage/unused-blobs";
import { dropTrees } from "../../storage/mutations";
import { lockUpload } from "../../storage/references/blob-references";
import { findOtherBlobs, isSliced } from "../../trees/slices/blob-slices";
import type { HeldImport, ImportLease } from "./lease";
import { releaseClaims } from "./verify-step";

export interface Failure {
  message: string;
  /** True when the archive is at fault and is deleted. Otherwise it can be published under another name. */
  discardsUpload: boolean;
}

const RESTORED = "The former map is online again.";

/** Ends an import and deletes its project, tree and unshared blobs. A replaced project shows its former map again. */
export async function failImport(lease: ImportLease, failure: Failure): Promise<void> {
  const unused = await inTransaction((tx) => removeRows(tx, lease, failure));
  await deleteUnusedBlobs(unused).catch((error: unknown) => {
    logger.warn({ err: error, importId: lease.importId }, "blobs left to the sweep");
  });
}

async function removeRows(tx: Transaction, lease: ImportLease, failure: Failure): Promise<BlobKey[]> {
  const { blobKey } = await lease.read(tx);
  // Lock order: upload, blob, import, project, as in deleteUpload. A new import of this upload waits here and then finds it gone.
  await lockUpload(tx, blobKey);
  const held = await lease.lock(tx);
  const ownBlobs = await findOtherBlobs(tx, held.treeId, held.blobKey);
  const { shown, error } = await takeDown(tx, held, failure.message);
  const { id, projectName: name, safeName } = held;
  const details = { safeName, message: error };
  await recordAuditOf(tx, held, { action: "import.failed", target: { type: "import", id, name }, details });
  // While the import still counts as running, so that uploads which can be tried again stay.
  if (held.treeId !== null) await dropTrees(tx, [held.treeId]);
  await lease.write({ status: "failed", error, finishedAt: new Date(), projectId: null }, tx);
  await releaseClaims(tx, held);
  if (failure.discardsUpload) {
    await execute(tx, { text: `DELETE FROM "Upload" WHERE id = $1 AND NOT ${isSliced("$1")}`, values: [blobKey] });
  }
  return [blobKey, ...ownBlobs, ...shown, ...(held.pendingBlobKey ? [held.pendingBlobKey] : [])];
}

/** Takes down a map that was online. @returns blobs that only a deleted project used, and the message for the user */
async function takeDown(client: Database, held: HeldImport, message: string): Promise<{ shown: BlobKey[]; error: string }> {
  const { projectId, replacesId, treeId, safeName } = held;
  if (projectId === null) return { shown: [], error: message };
  const details = { safeName, message };
  if (replacesId === null) return { shown: await deleteProject(client, projectId, { actor: null, details }), error: message };
  const isRestored = treeId !== null && (await withdrawMap(client, { projectId, treeId, details }));
  return { shown: [], error: isRestored ? `${message} ${RESTORED}` : message };
}
