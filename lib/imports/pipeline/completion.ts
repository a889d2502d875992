import { recordAuditOf } from "../../audit/mutations";
import type { Queryable } from "../../db";
import { releaseBlobs } from "../../trees/mutations";
import type { HeldImport } from "./lease";

/** What was kept for an import alone goes with its end: its claims on uploads, and the list of a folder's files. */
export async function releaseClaims(transaction: Queryable, { id, source, blobKey }: HeldImport): Promise<void> {
  await transaction.query({ text: `DELETE FROM "ImportBlob" WHERE "importId" = $1`, values: [id] });
  if (source === "folder") await releaseBlobs(transaction, [blobKey]);
}

/** What belongs to the end of an import that went well, in the transaction that writes it. */
export async function noteCompletion(transaction: Queryable, done: HeldImport): Promise<void> {
  const { id, projectName: name, safeName, filesTotal: files, bytesDone: bytes } = done;
  await recordAuditOf(transaction, done, {
    action: "import.completed",
    target: { type: "import", id, name },
    details: { safeName, files, bytes },
  });
  await releaseClaims(transaction, done);
}
