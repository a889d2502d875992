import path from "node:path";
import { TileNames } from "../../lib/data-maps/formats/tiles/tile-folders";
import { opensWithPage } from "../../lib/trees/start-page/rank";
import { toDataFile } from "../../lib/upload-client/data-layers";
import { publishFolder } from "../../lib/upload-client/finalize/publish-folder";
import { UPLOADS_AT_A_TIME } from "../../lib/upload-client/limits";
import { placeOf, SelectionError, type SelectionFacts } from "../../lib/upload-client/plan/file-table";
import { UploadPlan } from "../../lib/upload-client/plan/upload-plan";
import { hasRootPaths, ROOT_PATHS_MESSAGE } from "../../lib/upload-client/root-paths";
import type { FolderFile } from "../../lib/upload-client/send/byte-source";
import { PackSource, type PartReader } from "../../lib/upload-client/send/pack-source";
import { PackUploader } from "../../lib/upload-client/send/pack-uploader";
import { discardUploads, nameReservation, packMetadata, toUploadIds } from "../../lib/upload-client/send/uploads";
import type { UploadTarget } from "../../lib/upload-client/target";
import { ClientFailure, printable } from "../failure";
import { countOf, formatBytes } from "../report/report";
import { type DiskFile, diskReader, hashingReader } from "../source/disk-file";
import type { ScanOptions } from "../source/scan-folder";
import { HashCache, rememberSent, type SentPacks } from "../state/hash-cache";
import { compareWithMap, type FolderComparison } from "./compare-with-map";
import { type Push, type PushOutcome, runTransfer } from "./push";
import { reportContents, reportLayers, reportStartPage, warnOfCases } from "./report-contents";

class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";
  constructor(readonly path: string) {
    super(`${path} was changed while it was read`);
  }
}

/** Opens the joined bytes of a pack. @param numbers of its files */
function openPack(files: readonly FolderFile<DiskFile>[], numbers: Uint32Array, reader: PartReader<DiskFile>): PackSource<DiskFile> {
  const packed = Array.from(numbers).flatMap((number) => files[number] ?? []);
  return new PackSource(packed, reader);
}

/** Sends packs and returns the upload ids by pack. @throws ChangedFileError, ClientFailure, the signal's reason */
function sendPacks(
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

export interface FolderSource {
  top: string;
  /** @throws ClientFailure */
  scan: (options: Pick<ScanOptions, "onProgress" | "signal">) => Promise<FolderFile<DiskFile>[]>;
}

const ATTEMPTS = 3;

const ANSWERS_UNUSED = "What the options say of data files counts with the next change. You can also say it in Map Settings.";

interface Found {
  files: FolderFile<DiskFile>[];
  plan: UploadPlan;
  mapFiles: FolderFile<DiskFile>[];
  /** Sea-Vision makes a map of its data. */
  makesMap: boolean;
  /** With what the options say of its data. */
  target: UploadTarget;
}

/** Publishes a folder, or only its changes when the project has a map. @throws ClientFailure */
export async function pushFolder(source: FolderSource, push: Push): Promise<PushOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pushOnce(source, push);
    } catch (error) {
      if (!(error instanceof ChangedFileError)) throw error;
      const problem = `${printable(error.path)} was changed while it was read.`;
      if (attempt === ATTEMPTS)
        throw new ClientFailure("unpublishable", `${problem} Run the command again when nothing writes to the folder.`);
      push.report.log(`${problem} Looking at the folder again …`);
    }
  }
}

async function pushOnce(source: FolderSource, push: Push): Promise<PushOutcome> {
  const { host, target, state, report } = push;
  const known = await HashCache.open(state.hashesFile);
  const { found, comparison } = await findChanges(source, known, push);
  const outcome = toPushOutcome(found, comparison);
  report.log(describe(outcome, comparison !== null));
  if (outcome.status === "unchanged") {
    if (Object.keys(found.target.answers ?? {}).length > 0) report.log(ANSWERS_UNUSED);
    if (!push.isDry) await state.forget();
    return outcome;
  }
  if (push.isDry) return outcome;
  const name = path.basename(source.top).normalize("NFC") || target.projectName;
  if (comparison) found.plan.only({ isFirst: true, places: [...comparison.added, ...comparison.changed] });
  const { packs, dropped } = await found.plan.plan({ sessionId: state.id }, (numbers, ranges) =>
    openPack(found.files, numbers, diskReader).has(ranges),
  );
  if (dropped.length > 0) report.log("Files have changed since their upload began. Their parts of it start over.");
  await discardUploads(host, dropped);
  const sent = { packs, files: found.files, hashes: new Map<DiskFile, string>() };
  const uploadIds = await sendPacks({ name, ...sent }, push);
  const status = await publish({ name, plan: found.plan, comparison, uploadIds }, { ...push, target: found.target });
  rememberSent({ ...sent, uploadIds }, known);
  await known.save();
  return { ...outcome, status };
}

/** Looks at the folder while the server lists the map, then compares both. The comparison is null for a project without a map. */
async function findChanges(
  source: FolderSource,
  known: HashCache,
  push: Push,
): Promise<{ found: Found; comparison: FolderComparison | null }> {
  const { target } = push;
  if (target.replacesId === null) return { found: await findFiles(source, push), comparison: null };
  const finding = findFiles(source, push);
  const comparison = await compareWithMap(finding, { projectId: target.replacesId, known }, push);
  return { found: await finding, comparison };
}

async function findFiles({ scan }: FolderSource, { state, mapsShareOrigin, hasGdal, report, signal, target, given }: Push): Promise<Found> {
  const onProgress = (count: number) => report.show(`Looking at the folder: ${countOf(count, "file")}`);
  const files = await scan({ onProgress, signal });
  const plan = new UploadPlan(state);
  try {
    const { firstDuplicate } = plan.add({
      paths: files.map((file) => `${CHOSEN_FOLDER}/${file.path}`),
      sizes: files.map(({ file }) => file.size),
      times: files.map(({ file }) => file.lastModified),
    });
    const twice = firstDuplicate?.slice(CHOSEN_FOLDER.length + 1);
    if (twice) throw new SelectionError(`${printable(twice)} is there twice, in two spellings of Unicode that are one name on the web`);
    logFacts(plan.facts(), report);
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error;
    throw new ClientFailure("unpublishable", `The folder cannot be published: ${error.message}.`);
  }
  const { numbers, root } = plan.published();
  const mapFiles = Array.from(numbers, (number) => files[number])
    .filter((file) => file !== undefined)
    .map(({ path: place, file }) => ({ path: placeOf(`${CHOSEN_FOLDER}/${place}`, root), file }));
  warnOfCases(
    mapFiles.map((file) => file.path),
    report,
  );
  const facts = plan.facts();
  const data = mapFiles.map((found) => toDataFile(found.path, found.file));
  const showsPage = facts.hasIndexHtml || target.startPage !== undefined || opensWithPage(facts.pages);
  const tiles = new TileNames();
  for (const { path } of mapFiles) tiles.add(path);
  const answers = showsPage ? null : await reportLayers(data, given, report, { hasGdal, folders: tiles.list() });
  if (answers) return { files, plan, mapFiles, makesMap: true, target: { ...target, answers } };
  reportStartPage(facts, target.startPage, report);
  const first = data.find((file) => file.path === target.startPage) ?? data[numbers.indexOf(facts.firstPage ?? -1)];
  if (mapsShareOrigin && first && (await hasRootPaths(first).catch(() => false))) report.log(ROOT_PATHS_MESSAGE);
  return { files, plan, mapFiles, makesMap: false, target };
}

/** Stands for the name of the folder, which isn't part of the map. */
const CHOSEN_FOLDER = "folder";

function logFacts(facts: SelectionFacts, report: Push["report"]): void {
  if (facts.fileCount === 0) throw new SelectionError("there is no file in it");
  reportContents(facts, report);
}

function toPushOutcome({ mapFiles }: Found, comparison: FolderComparison | null): PushOutcome {
  const places = comparison && new Set([...comparison.added, ...comparison.changed]);
  const sent = places ? mapFiles.filter((file) => places.has(file.path)) : mapFiles;
  const [added, changed, removed] = comparison
    ? [comparison.added.length, comparison.changed.length, comparison.removed.length]
    : [mapFiles.length, 0, 0];
  const bytes = sent.reduce((sum, { file }) => sum + file.size, 0);
  const status = added + changed + removed === 0 ? "unchanged" : "sent";
  return { status, added, changed, removed, same: comparison?.sameCount ?? 0, bytes };
}

function describe({ status, added, changed, removed, same, bytes }: PushOutcome, isCompared: boolean): string {
  if (status === "unchanged") return `The map has all of this already: ${countOf(same, "file")}.`;
  if (!isCompared) return `${countOf(added, "file")}, ${formatBytes(bytes)}.`;
  const signs = [added, changed, removed].map((count) => count.toLocaleString("en-US"));
  return `+${signs[0]} ~${signs[1]} \u2212${signs[2]}, ${countOf(same, "file")} as they are. ${formatBytes(bytes)} to send.`;
}

interface SentFiles {
  name: string;
  plan: UploadPlan;
  comparison: FolderComparison | null;
  uploadIds: ReadonlyMap<string, string>;
}

async function publish(sent: SentFiles, push: Push): Promise<PushOutcome["status"]> {
  const { host, accountId, target, state, report, isWaiting } = push;
  const { name, plan, comparison, uploadIds } = sent;
  report.log("Publishing …");
  const leaving = new AbortController();
  let isTaken = false;
  const outcome = await publishFolder(
    {
      host,
      writeList: (input) => Promise.resolve(plan.list(input)),
      accountId,
      target,
      folderName: name,
      comparison,
      uploadIds,
    },
    {
      onConnection: () => undefined,
      onTaken: () => undefined,
      onExtracting: () => {
        isTaken = true;
        if (!isWaiting) leaving.abort();
      },
      onExtraction: ({ progress }) => report.show(`Publishing ${Math.floor(progress)}%`),
    },
    AbortSignal.any([push.signal, leaving.signal]),
  );
  if (outcome.kind === "left") push.signal.throwIfAborted();
  if (outcome.kind === "failed") throw new ClientFailure("refused", outcome.message);
  await state.forget();
  return isTaken && outcome.kind === "left" ? "sent" : "published";
}
