import { proxy } from "comlink";
import { pathIn } from "@/lib/publish/reading/visit-folders";
import type { FolderFile } from "@/lib/publish/send/byte-source";
import { openWorker } from "../open-worker";
import { type ChosenFile, FileInFolder } from "./file-in-folder";
import type { FolderColumns, ReadPart, ReadPartInWorker } from "./read.worker";
import { isFolderHandle, type Reading, readHandles, UnreadableEntryError } from "./reading";

/** Files that one worker reads. The browser frees the handles of files when their worker ends. */
const FILES_PER_WORKER = 10_000;

/** Reads files and folders without blocking the page. @throws UnreadableEntryError; the signal's reason */
export async function readInWorkers(
  handles: readonly FileSystemHandle[],
  reading: Reading,
  filesPerWorker = FILES_PER_WORKER,
): Promise<FolderFile<ChosenFile>[]> {
  const alone = handles.filter((handle) => !isFolderHandle(handle));
  const files: FolderFile<ChosenFile>[] = await readHandles(alone, reading);
  let left = handles.filter(isFolderHandle).map((folder) => ({ path: folder.name, folder }));
  while (left.length > 0) {
    const before = files.length;
    const part = await readPart(left, filesPerWorker, { ...reading, onProgress: (count) => reading.onProgress(before + count) });
    for (const folder of part.read) for (const file of filesOf(folder)) files.push(file);
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

function* filesOf({ path, folder, names, sizes, times }: FolderColumns): Generator<FolderFile<ChosenFile>> {
  for (const [index, name] of names.entries()) {
    const file = new FileInFolder(folder, name, sizes[index] ?? 0, times[index] ?? 0);
    yield { path: pathIn(path, name).normalize("NFC"), file };
  }
}
