import { fileSource } from "@/components/transfer/byte-source";
import type { UploadTarget } from "@/components/transfer/transfer-state";
import { type TransferEvents, TusTransfer } from "@/components/transfer/tus-transfer";

/** Spec 001 §9. */
const CHUNK_BYTES = 10 * 1024 * 1024;

interface ZipTransferInput {
  accountId: string;
  file: File;
  target: UploadTarget;
  /** Address of an earlier upload of the same file to continue. */
  uploadUrl: string | null;
}

/** A ZIP on its way over tus, with what spec 001 §7 says of it. The server goes by the session and ignores userRole. */
export function createZipTransfer({ accountId, file, target, uploadUrl }: ZipTransferInput, events: TransferEvents): TusTransfer {
  const { name } = file;
  const metadata = { filename: name, relativePath: name, projectName: target.projectName, uploadType: "zip", userRole: "admin" };
  return new TusTransfer({ source: fileSource(file), accountId, metadata, chunkBytes: CHUNK_BYTES, uploadUrl }, events);
}
