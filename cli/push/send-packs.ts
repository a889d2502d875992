import { UPLOADS_AT_A_TIME } from "../../lib/publish/limits";
import type { FolderFile } from "../../lib/publish/local-file";
import type { Pack } from "../../lib/publish/plan/plan-messages";
import { PackSource } from "../../lib/publish/send/pack-source";
import { PackFleet } from "../../lib/publish/send/pack-uploader";
import { packMetadata, toUploadIds } from "../../lib/publish/send/uploads";
import { ClientFailure } from "../failure";
import type { DiskFile } from "../source/disk-file";
import { diskReader } from "../source/disk-reader";
import { linkWords, PatienceWatch, type Push } from "./push";

/** A file was changed after the folder was looked at: the folder has to be looked at again. */
export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";
  constructor(readonly path: string) {
    super(`${path} was changed while it was read`);
  }
}

export interface Consignment {
  /** Of the folder. */
  name: string;
  packs: readonly Pack[];
  /** By their numbers in the plan. */
  files: readonly FolderFile<DiskFile>[];
}

/**
 * Sends packs, from where an earlier push has left them.
 * @returns ids of the uploads by the ids of the packs
 * @throws ChangedFileError, ClientFailure; the reason of the signal when that ends first
 */
export async function sendPacks({ name, packs, files }: Consignment, push: Push): Promise<ReadonlyMap<string, string>> {
  const { host, accountId, state, report, signal } = push;
  const byteCount = packs.reduce((sum, { size }) => sum + size, 0);
  const fileCount = packs.reduce((sum, pack) => sum + pack.files.length, 0);
  const ended = new AbortController();
  const notes: Promise<void>[] = [];
  try {
    return await new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      const patience = new PatienceWatch(push.patienceMs, reject);
      ended.signal.addEventListener("abort", () => patience.rest());
      const note = ({ id, size }: Pack, uploadUrl: string, isDone: boolean) =>
        notes.push(state.note({ sessionId: state.id, packId: id, size, uploadUrl, isDone }));
      const fleet = new PackFleet(
        {
          host,
          accountId,
          packs,
          uploadsAtATime: UPLOADS_AT_A_TIME,
          open: (pack) =>
            new PackSource(
              Array.from(pack.files).flatMap((number) => files[number] ?? []),
              diskReader,
            ),
          metadataOf: (pack, source) => packMetadata(name, pack.files.length, source.fileAt(0)),
        },
        {
          onAddress: (pack, url) => note(pack, url, false),
          onPackDone: (pack, url) => note(pack, url, true),
          onLink: (link) => {
            patience.note(link);
            const words = linkWords(link);
            if (words) report.say(words);
          },
          onTotals: ({ bytes, filesSent }) => report.progress({ bytes, byteCount, files: filesSent, fileCount }),
          onRestart: () => report.say("The server no longer has what was sent before. A part begins anew."),
          onDone: (addresses) => resolve(toUploadIds(addresses)),
          onFailed: (file, reason) => reject(file === null ? new ClientFailure("refused", reason) : new ChangedFileError(file)),
        },
      );
      const stop = () => void fleet.stop().finally(() => reject(signal.reason));
      signal.addEventListener("abort", stop, { signal: ended.signal });
      ended.signal.addEventListener("abort", () => void fleet.stop());
      if (signal.aborted) stop();
      else fleet.start();
    });
  } finally {
    ended.abort();
    await Promise.all(notes);
  }
}
