import { recordAuditOf } from "../../accounts/mutations";
import type { Transaction } from "../../db/transaction";
import { retryImage } from "../../projects/images/mutations";
import { releaseBlobs } from "../../storage/mutations";
import type { HeldImport } from "./lease";

/** Deletes what belongs to a running import only: its claims on uploads and the list of files. */
export async function releaseClaims(tx: Transaction, { id, source, blobKey }: HeldImport): Promise<void> {
  await tx.importBlob.deleteMany({ where: { importId: id } });
  if (source === "folder") await releaseBlobs(tx, [blobKey]);
}

/** Records a completed import, in the transaction that completes it. */
export async function noteCompletion(tx: Transaction, done: HeldImport): Promise<void> {
  const { id, projectName: name, safeName, filesTotal: files, bytesDone: bytes } = done;
  await recordAuditOf(tx, done, {
    action: "import.completed",
    target: { type: "import", id, name },
    details: { safeName, files, bytes },
  });
  await releaseClaims(tx, done);
  // An attempt may have failed while the map was being verified.
  if (done.treeId !== null) await retryImage(tx, "currentTreeId", done.treeId);
}
