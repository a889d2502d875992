import path from "node:path";
import { type NameEncoding, nameEncodingLabels } from "../../lib/archives/directory/name-encoding";
import type { Answers } from "../../lib/data-maps/formats/data-file";
import type { ExtractionProgress } from "../../lib/imports/progress/schema";
import { MAX_UPLOAD_BYTES, NOT_A_ZIP_MESSAGE, TOO_LARGE_MESSAGE } from "../../lib/imports/uploads/schema";
import { pollExtraction, readExtraction } from "../../lib/upload-client/finalize/extraction";
import { finalizeUpload, startExtraction } from "../../lib/upload-client/finalize/publish-calls";
import { callAs } from "../../lib/upload-client/host";
import { ZIP_CHUNK_BYTES } from "../../lib/upload-client/limits";
import type { PackProgress, StoredPack } from "../../lib/upload-client/plan/plan-store";
import { ROOT_PATHS_MESSAGE } from "../../lib/upload-client/root-paths";
import { describeSent, hasSentBytes } from "../../lib/upload-client/send/sent-ranges";
import { TusTransfer } from "../../lib/upload-client/send/tus-transfer";
import { discardUploads, nameReservation, toUploadId, zipMetadata } from "../../lib/upload-client/send/uploads";
import { analyseZip, type ZipNames } from "../../lib/upload-client/zip/zip-analysis";
import { zipDataFile } from "../../lib/upload-client/zip/zip-data-file";
import { ClientFailure, printable } from "../failure";
import { formatBytes } from "../report/report";
import { DiskFile, statSettled, toChunk } from "../source/disk-file";
import { type Push, type PushOutcome, runTransfer } from "./push";
import { reportContents, reportLayers, reportStartPage } from "./report-contents";

const PACK_ID = "zip";

/** Opens a ZIP to upload. @throws ClientFailure when it is not a ZIP or too large */
export async function openZip(location: string): Promise<DiskFile> {
  const state = await statSettled(location).catch(() => null);
  if (!state) throw new ClientFailure("unpublishable", `${location} cannot be read.`);
  if (!state.isFile() || !/\.zip$/i.test(location)) throw new ClientFailure("unpublishable", `${location}: ${NOT_A_ZIP_MESSAGE}`);
  if (state.size > MAX_UPLOAD_BYTES) throw new ClientFailure("unpublishable", TOO_LARGE_MESSAGE);
  return new DiskFile(location, state);
}

/** Publishes a ZIP as the map of a project. @param chosen encoding of names that declare none @throws ClientFailure */
export async function pushZip(file: DiskFile, chosen: NameEncoding | null, push: Push): Promise<PushOutcome> {
  const { host, accountId, target, state, report, signal } = push;
  const name = path.basename(file.location);
  const outcome: PushOutcome = { status: "sent", added: 0, changed: 0, removed: 0, same: 0, bytes: file.size };
  report.log(`${name}, ${formatBytes(file.size)}.`);
  const { nameEncoding, answers } = await reportZip(file, push, chosen);
  if (push.isDry) return outcome;
  const uploadUrl = await send(file, await findUpload(file, push), push);
  const zip = { uploadId: toUploadId(uploadUrl), nameEncoding };
  const call = (calling: AbortSignal) => startExtraction(callAs(accountId, host.call), { ...target, answers }, zip, calling);
  const handed = await finalizeUpload({ call, accountId, host, onConnection: () => undefined }, signal);
  signal.throwIfAborted();
  if (handed.kind === "refused") throw new ClientFailure("refused", handed.message);
  await state.forget();
  if (!push.isWaiting) return outcome;
  let warning: string | null = null;
  const onProgress = ({ viewable, progress, ...rest }: ExtractionProgress) => {
    ({ warning } = rest);
    report.show(viewable ? `The map is online. Checking its files: ${Math.floor(progress)}%` : "Publishing …");
  };
  const end = await pollExtraction((polling) => readExtraction(host.call, target.safeName, polling), onProgress, signal);
  signal.throwIfAborted();
  if (end.kind === "failed") throw new ClientFailure("refused", end.message);
  if (warning !== null) report.log(warning);
  return { ...outcome, status: "published" };
}

/**
 * Logs what a ZIP contains, as the browser shows it before an upload.
 * @returns the encoding of names that declare none, and the answers about data files @throws ClientFailure when the server would refuse the ZIP
 */
async function reportZip(
  file: DiskFile,
  { target, given, mapsShareOrigin, hasGdal, report }: Push,
  chosen: NameEncoding | null,
): Promise<{ nameEncoding: NameEncoding | null; answers: Answers | undefined }> {
  const verdict = await analyseZip(file, () => undefined, chosen);
  if (verdict.kind === "refused") throw new ClientFailure("unpublishable", verdict.refusal.message);
  const { analysis } = verdict;
  if (analysis.names) reportNames(analysis.names, report);
  reportContents(analysis, report);
  if (analysis.hasTail) report.log("Bytes after the end of the ZIP archive will be left out.");
  const data = target.startPage === undefined ? verdict.data.map((entry) => zipDataFile(file, entry)) : [];
  const answers = await reportLayers(data, given, report, { hasGdal, folders: verdict.tiles });
  if (!answers) reportStartPage(analysis, target.startPage, report);
  const isLikeliest = target.startPage === undefined || target.startPage === analysis.pages[0];
  if (mapsShareOrigin && isLikeliest && analysis.hasRootPaths) report.log(ROOT_PATHS_MESSAGE);
  return { nameEncoding: analysis.names?.encoding ?? chosen, answers: answers ?? undefined };
}

function reportNames({ encoding, samples }: ZipNames, report: Push["report"]): void {
  report.log(`Names in this ZIP: ${nameEncodingLabels[encoding]}. If they look wrong, choose another encoding with --name-encoding:`);
  for (const name of samples) report.log(`  ${printable(name)}`);
}

/** Finds the earlier upload of this file. Deletes that of a file that has changed since. */
async function findUpload(file: DiskFile, { host, state, report }: Push): Promise<PackProgress | null> {
  const { packs, progress } = await state.read(state.id);
  const fresh: StoredPack = {
    sessionId: state.id,
    packId: PACK_ID,
    size: file.size,
    paths: [file.location],
    sizes: [file.size],
    times: [file.lastModified],
  };
  const known = packs.find(({ packId }) => packId === PACK_ID);
  const earlier = progress.get(PACK_ID) ?? null;
  const isSame =
    known?.sizes[0] === file.size && (earlier?.sent ? await hasSentBytes(file, earlier.sent) : known.times[0] === file.lastModified);
  await state.keep(state.id, [fresh], []);
  if (isSame || !earlier) return earlier;
  report.log(`${printable(path.basename(file.location))} has changed since its upload began, which starts over.`);
  await discardUploads(host, [earlier.uploadUrl]);
  return null;
}

function send(file: DiskFile, earlier: PackProgress | null, push: Push): Promise<string> {
  const { host, accountId, target, report } = push;
  const { size } = file;
  const metadata = { ...zipMetadata(path.basename(file.location), target.projectName), ...nameReservation(target) };
  const uploadUrl = earlier?.uploadUrl ?? null;
  return runTransfer<string>(push, ({ note, onConnection, resolve, reject }) => {
    let address = "";
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
      isReadable: () => Promise.resolve(true),
    };
    return new TusTransfer(
      { host, source, accountId, metadata, chunkBytes: ZIP_CHUNK_BYTES, uploadUrl },
      {
        onAddress: (url) => {
          address = url;
          note({ id: PACK_ID, size }, url, false, { sent: url === uploadUrl ? earlier?.sent : undefined });
        },
        onAccepted: async (bytes) => {
          const sent = await describeSent(file, bytes).catch(() => undefined);
          if (sent) note({ id: PACK_ID, size }, address, false, { sent });
        },
        onConnection,
        onBytes: (bytes) => report.progress({ bytes, byteCount: size, files: bytes === size ? 1 : 0, fileCount: 1 }),
        onRestart: () => report.log("The server no longer has what was sent before. It begins anew."),
        onDone: resolve,
        onFailed: (reason) => reject(new ClientFailure("refused", reason)),
      },
    );
  });
}
