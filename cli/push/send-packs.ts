import { UPLOADS_AT_A_TIME } from "../../lib/publish/limits";
import type { FolderFile } from "../../lib/publish/send/byte-source";
import { PackSource, type PartReader } from "../../lib/publish/send/pack-source";
import { PackUploader } from "../../lib/publish/send/pack-uploader";
import { nameReservation, packMetadata, toUploadIds } from "../../lib/publish/send/uploads";
import { ClientFailure } from "../failure";
import type { DiskFile } from "../source/disk-file";
import { hashingReader } from "../source/disk-reader";
import { printable } from "../source/problems";
import { type Push, runTransfer } from "./push";
import type { SentPacks } from "./remember-sent";

export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";
  constructor(readonly path: string) {
    super(`${path} was changed while it was read`);
  }
}

/** Opens the joined bytes of a pack. @param numbers of its files */
export function openPack(files: readonly FolderFile<DiskFile>[], numbers: Uint32Array, reader: PartReader<DiskFile>): PackSource<DiskFile> {
  const packed = Array.from(numbers).flatMap((number) => files[number] ?? []);
  return new PackSource(packed, reader);
}

/** Sends packs and returns the upload ids by pack. @throws ChangedFileError, ClientFailure, the signal's reason */
export function sendPacks(
  { name, packs, files, hashes }: Omit<SentPacks, "uploadIds" | "hashes"> & { name: string; hashes: Map<DiskFile, string> },
  push: Push,
): Promise<ReadonlyMap<string, string>> {
  const { host, accountId, report, target } = push;
  const byteCount = packs.reduce((sum, { size }) => sum + size, 0);
  const fileCount = packs.reduce((sum, pack) => sum + pack.files.length, 0);
  const reader = hashingReader((file, sha256) => hashes.set(file, sha256));
  return runTransfer<ReadonlyMap<string, string>>(
    push,
    ({ note, onConnection, resolve, reject }) =>
      new PackUploader(
        {
          host,
          accountId,
          packs,
          uploadsAtATime: UPLOADS_AT_A_TIME,
          open: (pack) => openPack(files, pack.files, reader),
          metadataOf: (pack, source) => ({ ...packMetadata(name, pack.files.length, source.fileAt(0)), ...nameReservation(target) }),
        },
        {
          onAddress: (pack, { uploadUrl, isDone, ranges }) => note(pack, uploadUrl, isDone, { ranges }),
          onConnection,
          onTotals: ({ bytes, filesSent }) => report.progress({ bytes, byteCount, files: filesSent, fileCount }),
          onRestart: () => report.log("The server no longer has what was sent before. A part begins anew."),
          onDone: (addresses) => resolve(toUploadIds(addresses)),
          onUnreadable: (file) => report.log(`${printable(file)} cannot be read as it was. The other files are still being sent.`),
          onFailed: ([file], reason) => reject(file === undefined ? new ClientFailure("refused", reason) : new ChangedFileError(file)),
        },
      ),
  );
}
