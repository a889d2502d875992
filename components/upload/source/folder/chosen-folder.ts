import { proxy } from "comlink";
import { TileNames } from "@/lib/data-maps/formats/tiles/tile-folders";
import { isDataName } from "@/lib/data-maps/values";
import { opensWithPage } from "@/lib/trees/start-page/rank";
import { type Addition, placeOf } from "@/lib/upload-client/plan/file-table";
import type { HasSent } from "@/lib/upload-client/plan/plan-packs";
import type { UploadPlan } from "@/lib/upload-client/plan/upload-plan";
import { pathIn } from "@/lib/upload-client/reading/visit-folders";
import { hasRootPaths } from "@/lib/upload-client/root-paths";
import type { FolderFile as LocalFolderFile } from "@/lib/upload-client/send/byte-source";
import { type FilePart, PackSource, type PartReader, UnreadablePartError } from "@/lib/upload-client/send/pack-source";
import type { FolderSelection } from "../../controller/upload-state";
import type { ChosenFiles } from "../data/describe.worker";
import { openWorker } from "../open-worker";
import type { JoinParts } from "./chunk.worker";
import { readDropped } from "./dropped-folder";
import { eventLoopYielder } from "./event-loop";
import { type ChosenFile, FileInFolder, openFile } from "./file-in-folder";
import type { FolderColumns, ReadPart, ReadPartInWorker } from "./read.worker";
import { type Choice, isFolderHandle, onlyFolder, type Reading, readHandles, UnreadableEntryError } from "./reading";

const NO_FILE = "there is no file in it";

/** Files in one message to the worker. More at once would block the page. */
const FILES_PER_MESSAGE = 5_000;

type FolderFile = LocalFolderFile<ChosenFile>;

type FolderFacts = Omit<FolderSelection, "source" | "hasRootPaths" | "layers" | "answers" | "changes">;

export class ChosenFolder {
  /** Runs in a worker: checking and sorting 100,000 paths would block the page. */
  readonly plan = openWorker<UploadPlan>(
    new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" }),
    "the plan could not be loaded",
  );
  readonly reader = new ChunkReader();
  /** Reads files for the plan, whose worker has only their names. */
  readonly hasSent = proxy<HasSent>((numbers, ranges) => new PackSource(this.filesOf(numbers), this.reader).has(ranges));
  handle: FileSystemDirectoryHandle | null = null;
  folderName: string | null = null;
  private readonly files: FolderFile[] = [];

  /** Reads and checks a further choice. @throws Error with a message for the user; the signal's reason */
  async add(choice: Choice, reading: Reading): Promise<{ facts: FolderFacts; remark: string | null }> {
    const isFirst = this.files.length === 0;
    const chosen = await readChoice(choice, reading).catch((error: unknown) => {
      throw error instanceof UnreadableEntryError ? new Error(`Failed to add file: ${error.path}`) : error;
    });
    // One handle can't read a selection of several items again.
    if (isFirst || chosen.files.length > 0) {
      this.folderName = isFirst ? chosen.folderName : null;
      this.handle = isFirst ? chosen.handle : null;
    }
    for (const file of chosen.files) this.files.push(file);
    try {
      const { duplicateCount, firstDuplicate } = await this.planFiles(chosen.files);
      reading.signal.throwIfAborted();
      const remark = chosen.files.length === 0 ? restricted(NO_FILE).message : remarkOn(duplicateCount, firstDuplicate);
      return { facts: await this.facts(), remark };
    } catch (error) {
      throw error instanceof Error && error.name === "SelectionError" ? restricted(error.message) : error;
    }
  }

  filesOf(numbers: Uint32Array): FolderFile[] {
    return Array.from(numbers).flatMap((number) => this.files[number] ?? []);
  }

  async mapFiles(): Promise<FolderFile[]> {
    const { numbers, root } = await this.plan.api.published();
    const found: FolderFile[] = [];
    const yieldToEvents = eventLoopYielder();
    for (const number of numbers) {
      const one = this.files[number];
      if (one) found.push({ path: placeOf(one.path, root), file: one.file });
      await yieldToEvents();
    }
    return found;
  }

  /** Returns whether the likeliest start page loads files from the top of its origin. False when it can't be read. */
  hasRootPaths({ firstPage }: Pick<FolderFacts, "firstPage">): Promise<boolean> {
    const page = firstPage === null ? undefined : this.files[firstPage];
    if (!page) return Promise.resolve(false);
    const { path, file } = page;
    const read = async (from: number, length: number) => new Uint8Array(await file.slice(from, from + length).arrayBuffer());
    return hasRootPaths({ path, size: file.size, read }).catch(() => false);
  }

  /** Returns the files that can be data of a map, or belong to them; none for a site that opens with a page. */
  async dataFiles({ hasIndexHtml, pages }: Pick<FolderFacts, "hasIndexHtml" | "pages">): Promise<ChosenFiles> {
    if (hasIndexHtml || opensWithPage(pages)) return { data: [], tiles: [] };
    const names = new TileNames();
    const found = (await this.mapFiles()).filter(({ path }) => names.add(path) || isDataName(path));
    const data = await Promise.all(found.map(async ({ path, file }) => ({ path, file: await openFile(file) })));
    return { data, tiles: names.list() };
  }

  /** Restricts the upload to these files. @param files with their paths in the map */
  async only(files: readonly FolderFile[]): Promise<void> {
    await this.plan.api.only({ isFirst: true, places: [] });
    for (const batch of batchesOf(files)) await this.plan.api.only({ isFirst: false, places: batch.map(({ path }) => path) });
  }

  /** Excludes files from the upload. @param paths as chosen */
  async leaveOut(paths: readonly string[]): Promise<void> {
    const isLeftOut = new Set(paths);
    await this.plan.api.leaveOut(this.files.flatMap(({ path }, number) => (isLeftOut.has(path) ? [number] : [])));
  }

  close(): void {
    this.plan.close();
    this.reader.close();
  }

  private async planFiles(files: readonly FolderFile[]): Promise<Addition> {
    const sum: Addition = { duplicateCount: 0, firstDuplicate: null };
    for (const batch of batchesOf(files)) {
      const paths = batch.map(({ path }) => path);
      const sizes = batch.map(({ file }) => file.size);
      const times = batch.map(({ file }) => file.lastModified);
      const { duplicateCount, firstDuplicate } = await this.plan.answer(this.plan.api.add({ paths, sizes, times }));
      sum.duplicateCount += duplicateCount;
      sum.firstDuplicate ??= firstDuplicate;
    }
    return sum;
  }

  private async facts(): Promise<FolderFacts> {
    const facts = await this.plan.answer(this.plan.api.facts());
    if (facts.fileCount === 0) throw restricted(NO_FILE);
    const count = `${facts.fileCount.toLocaleString("en-US")} ${facts.fileCount === 1 ? "file" : "files"}`;
    return { ...facts, name: this.folderName ?? count };
  }
}

async function readChoice(choice: Choice, reading: Reading) {
  const handles = await choice.handles?.();
  if (!handles) return choice.read(reading);
  const { folderName, entries } = choice;
  const files = entries ? await readDropped(entries, handles, reading) : await readInWorkers(handles, reading);
  return { folderName, handle: onlyFolder(handles), files };
}

function* batchesOf(files: readonly FolderFile[]): Generator<FolderFile[]> {
  for (let from = 0; from < files.length; from += FILES_PER_MESSAGE) yield files.slice(from, from + FILES_PER_MESSAGE);
}

function restricted(reason: string): Error {
  return new Error(`File restriction failed: ${reason}`);
}

function remarkOn(count: number, first: string | null): string | null {
  if (first === null) return null;
  const others = count > 1 ? ` and ${(count - 1).toLocaleString("en-US")} more are` : " is";
  return restricted(`${first}${others} already chosen`).message;
}

/** Up to this number of files, the browser joins the chunk while it sends. */
const PARTS_BY_BROWSER = 16;

/** Joins the bytes of many files into one Blob in a worker. In the page, each file would cost half a millisecond. */
export class ChunkReader implements PartReader<ChosenFile> {
  private readonly worker = openWorker<JoinParts>(
    new Worker(new URL("./chunk.worker.ts", import.meta.url), { type: "module" }),
    "the files could not be read",
  );

  async read(parts: FilePart<ChosenFile>[]): Promise<Blob> {
    if (parts.length <= PARTS_BY_BROWSER) return new Blob(await Promise.all(parts.map(sliceOf)));
    const chunk = await this.worker.answer(this.worker.api(parts));
    if (typeof chunk === "number") throw new UnreadablePartError(chunk);
    return chunk;
  }

  close(): void {
    this.worker.close();
  }
}

/** @throws UnreadablePartError */
async function sliceOf({ file, from, to }: FilePart<ChosenFile>, index: number): Promise<Blob> {
  const opened = await openFile(file).catch(() => {
    throw new UnreadablePartError(index);
  });
  return opened.slice(from, to);
}

/** Files that one worker reads. The browser frees the handles of files when their worker ends. */
const FILES_PER_WORKER = 5_000;

/** Reads files and folders without blocking the page. @throws UnreadableEntryError; the signal's reason */
export async function readInWorkers(
  handles: readonly FileSystemHandle[],
  reading: Reading,
  filesPerWorker = FILES_PER_WORKER,
): Promise<FolderFile[]> {
  const alone = handles.filter((handle) => !isFolderHandle(handle));
  const files: FolderFile[] = await readHandles(alone, reading);
  const yieldToEvents = eventLoopYielder();
  let left = handles.filter(isFolderHandle).map((folder) => ({ path: folder.name, folder }));
  while (left.length > 0) {
    const before = files.length;
    const part = await readPart(left, filesPerWorker, { ...reading, onProgress: (count) => reading.onProgress(before + count) });
    for (const folder of part.read) {
      for (const file of filesOf(folder)) files.push(file);
      await yieldToEvents();
    }
    ({ left } = part);
  }
  return files;
}

async function readPart(folders: ReadPart["left"], most: number, { onProgress, signal }: Reading): Promise<ReadPart> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./read.worker.ts", import.meta.url), { type: "module" });
  const { api, answer, close } = openWorker<ReadPartInWorker>(worker, "the folder could not be read", signal);
  try {
    const part = await answer(api(folders, most, proxy(onProgress)));
    if (typeof part === "string") throw new UnreadableEntryError(part);
    return part;
  } finally {
    close();
  }
}

function* filesOf({ path, folder, names, sizes, times }: FolderColumns): Generator<FolderFile> {
  for (const [index, name] of names.entries()) {
    const file = new FileInFolder(folder, name, sizes[index] ?? 0, times[index] ?? 0);
    yield { path: pathIn(path, name).normalize("NFC"), file };
  }
}
