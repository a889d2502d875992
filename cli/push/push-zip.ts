import path from "node:path";
import { MAX_UPLOAD_BYTES, NOT_A_ZIP_MESSAGE, TOO_LARGE_MESSAGE } from "../../lib/imports/uploads/schema";
import { pollExtraction } from "../../lib/publish/finalize/extraction";
import { handOver } from "../../lib/publish/finalize/finalize-upload";
import { readExtraction } from "../../lib/publish/finish/read-extraction";
import { startExtraction } from "../../lib/publish/finish/start-extraction";
import { ZIP_CHUNK_BYTES } from "../../lib/publish/limits";
import type { StoredPack } from "../../lib/publish/plan/plan-store";
import { TusTransfer } from "../../lib/publish/send/tus-transfer";
import { discardUploads, toUploadId, zipMetadata } from "../../lib/publish/send/uploads";
import { ClientFailure } from "../failure";
import { formatBytes } from "../report/format";
import { DiskFile, lookAt } from "../source/disk-file";
import { toChunk } from "../source/disk-reader";
import { linkWords, PatienceWatch, type Push, type PushOutcome } from "./push";

/** A ZIP travels as one upload. */
const PACK_ID = "zip";

/** @throws ClientFailure for what no server takes */
export async function openZip(location: string): Promise<DiskFile> {
  const state = await lookAt(location).catch(() => null);
  if (!state) throw new ClientFailure("unpublishable", `${location} cannot be read.`);
  if (!state.isFile() || !/\.zip$/i.test(location)) throw new ClientFailure("unpublishable", `${location}: ${NOT_A_ZIP_MESSAGE}`);
  if (state.size > MAX_UPLOAD_BYTES) throw new ClientFailure("unpublishable", TOO_LARGE_MESSAGE);
  return new DiskFile(location, state);
}

/** Makes a project's map of a ZIP. All of it travels, once. @throws ClientFailure */
export async function pushZip(file: DiskFile, push: Push): Promise<PushOutcome> {
  const { host, accountId, target, state, report, signal } = push;
  const name = path.basename(file.location);
  const outcome: PushOutcome = { status: "sent", added: 0, changed: 0, removed: 0, same: 0, bytes: file.size };
  report.say(`${name}, ${formatBytes(file.size)}.`);
  if (push.isDry) return outcome;
  const uploadUrl = await send(file, await findUpload(file, push), push);
  const call = (calling: AbortSignal) => startExtraction(host.call, target, toUploadId(uploadUrl), calling);
  const handed = await handOver({ call, accountId, host, onLink: () => undefined }, signal);
  signal.throwIfAborted();
  if (handed.kind === "refused") throw new ClientFailure("refused", handed.message);
  await state.forget();
  if (!push.isWaiting) return outcome;
  const onProgress = ({ viewable, progress }: { viewable: boolean; progress: number }) =>
    report.show(viewable ? `The map is online. Checking its files: ${Math.floor(progress)}%` : "Publishing …");
  const end = await pollExtraction((polling) => readExtraction(host.call, target.safeName, polling), onProgress, signal);
  signal.throwIfAborted();
  if (end.kind === "failed") throw new ClientFailure("refused", end.message);
  return { ...outcome, status: "published" };
}

/** @returns address of an earlier upload of the very same file */
async function findUpload(file: DiskFile, { host, state }: Push): Promise<string | null> {
  const { packs, progress } = await state.read(state.id);
  const fresh: StoredPack = {
    sessionId: state.id,
    packId: PACK_ID,
    size: file.size,
    paths: [file.location],
    sizes: [file.size],
    times: [file.lastModified],
  };
  const isSame = packs.some(({ packId, sizes, times }) => packId === PACK_ID && sizes[0] === file.size && times[0] === file.lastModified);
  const uploadUrl = progress.get(PACK_ID)?.uploadUrl ?? null;
  if (isSame) return uploadUrl;
  await discardUploads(host, uploadUrl ? [uploadUrl] : []);
  await state.keep(state.id, [fresh], []);
  return null;
}

async function send(file: DiskFile, uploadUrl: string | null, push: Push): Promise<string> {
  const { host, accountId, target, state, report, signal } = push;
  const { size } = file;
  const ended = new AbortController();
  const notes: Promise<void>[] = [];
  try {
    return await new Promise<string>((resolve, reject) => {
      const patience = new PatienceWatch(push.patienceMs, reject);
      ended.signal.addEventListener("abort", () => patience.rest());
      const changed = () =>
        reject(new ClientFailure("unpublishable", `${file.location} was changed while it was read. Run the command again.`));
      const source = {
        size,
        slice: async (start: number, end: number) => {
          const bytes = new Uint8Array(end - start);
          await file.read(start, bytes).catch((error: unknown) => {
            changed();
            throw error;
          });
          return toChunk(bytes);
        },
        // Whoever could not read it has said so.
        isReadable: () => Promise.resolve(true),
      };
      const metadata = zipMetadata(path.basename(file.location), target.projectName);
      const note = (url: string, isDone: boolean) =>
        notes.push(state.note({ sessionId: state.id, packId: PACK_ID, size, uploadUrl: url, isDone }));
      const transfer = new TusTransfer(
        { host, source, accountId, metadata, chunkBytes: ZIP_CHUNK_BYTES, uploadUrl },
        {
          onAddress: (url) => note(url, false),
          onLink: (link) => {
            patience.note(link);
            const words = linkWords(link);
            if (words) report.say(words);
          },
          onBytes: (bytes) => report.progress({ bytes, byteCount: size, files: bytes === size ? 1 : 0, fileCount: 1 }),
          onRestart: () => report.say("The server no longer has what was sent before. It begins anew."),
          onDone: resolve,
          onFailed: (reason) => reject(new ClientFailure("refused", reason)),
        },
      );
      const stop = () => void transfer.stop().finally(() => reject(signal.reason));
      signal.addEventListener("abort", stop, { signal: ended.signal });
      ended.signal.addEventListener("abort", () => void transfer.stop());
      if (signal.aborted) stop();
      else transfer.start();
    });
  } finally {
    ended.abort();
    await Promise.all(notes);
  }
}
