import { browserHost } from "@/components/transfer/browser-host";
import { ZIP_CHUNK_BYTES } from "@/lib/publish/limits";
import { fileSource } from "@/lib/publish/send/byte-source";
import { type TransferEvents, TusTransfer } from "@/lib/publish/send/tus-transfer";
import { zipMetadata } from "@/lib/publish/send/uploads";
import type { UploadTarget } from "@/lib/publish/target";

interface ZipTransferInput {
  accountId: string;
  file: File;
  target: UploadTarget;
  /** Address of an earlier upload of the same file to continue. */
  uploadUrl: string | null;
}

/** A ZIP on its way over tus. */
export function createZipTransfer({ accountId, file, target, uploadUrl }: ZipTransferInput, events: TransferEvents): TusTransfer {
  const metadata = zipMetadata(file.name, target.projectName);
  return new TusTransfer(
    { host: browserHost, source: fileSource(file), accountId, metadata, chunkBytes: ZIP_CHUNK_BYTES, uploadUrl },
    events,
  );
}
