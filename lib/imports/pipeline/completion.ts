import { recordAuditOf } from "../../accounts/mutations";
import type { Queryable } from "../../db";
import { retryImage } from "../../projects/images/mutations";
import { releaseBlobs } from "../../storage/mutations";
import type { HeldImport } from "./lease";

/** Deletes what belongs to a running import only: its claims on uploads and the list of files. */
export async function releaseClaims(transaction: Queryable, { id, source, blobKey }: HeldImport): Promise<void> {
  await transaction.query({ text: `DELETE FROM "ImportBlob" WHERE "importId" = $1`, values: [id] });
  if (source === "folder") await releaseBlobs(transaction, [blobKey]);
}

/** Records a completed import, in the transaction that completes it. */
export async function noteCompletion(transaction: Queryable, done: HeldImport): Promise<void> {
  const { id, projectName: name, safeName, filesTotal: files, bytesDone: bytes } = done;
  await recordAuditOf(transaction, done, {
    action: "import.completed",
    target: { type: "import", id, name },
    details: { safeName, files, bytes },
  });
  await releaseClaims(transaction, done);
  // An attempt may have failed while the map was being verified.
  if (done.treeId !== null) await retryImage(transaction, "currentTreeId", done.treeId);
}
