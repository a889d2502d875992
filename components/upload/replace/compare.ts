import { proxy } from "comlink";
import type { CompareProgress, FileNames, FolderDifference } from "@/lib/upload-client/compare/compare-folder";
import { compareMessages } from "@/lib/upload-client/compare/version-calls";
import type { FolderFile as LocalFolderFile } from "@/lib/upload-client/send/byte-source";
import { eventLoopYielder } from "../source/folder/event-loop";
import type { ChosenFile } from "../source/folder/file-in-folder";
import { openWorker } from "../source/open-worker";
import type { Compare } from "./compare.worker";

type FolderFile = LocalFolderFile<ChosenFile>;

export interface Comparison extends Omit<FolderDifference, "added" | "changed"> {
  added: FolderFile[];
  changed: FolderFile[];
}

interface ComparedFolder {
  files: readonly FolderFile[];
  /** As in `compareFolder`. */
  makesMap: boolean;
}

/** Compares a folder with the current map in a worker. @throws Error with a message for the user; the signal's reason */
export async function compareInWorker(
  { files, makesMap }: ComparedFolder,
  projectId: string,
  onProgress: (progress: CompareProgress) => void,
  signal: AbortSignal,
): Promise<Comparison> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./compare.worker.ts", import.meta.url), { type: "module" });
  const { api, answer, close } = openWorker<Compare>(worker, compareMessages.failed, signal);
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => files[index] ?? []);
  const names = partsOf(files);
  const removed: string[] = [];
  const page = {
    nextNames: async () => (await names.next()).value ?? null,
    files: (indexes: number[]) => Promise.resolve(pick(indexes).map(({ file }) => file)),
    onProgress,
    onRemoved: async (paths: string[]) => void removed.push(...paths),
  };
  try {
    const { added, changed, ...rest } = await answer(api({ id: projectId, origin: window.location.origin, makesMap }, proxy(page)));
    return { ...rest, removed, added: pick(added), changed: pick(changed) };
  } finally {
    close();
  }
}

/** Yields names in parts: browsers read the disk when a script first reads the size of a file. */
async function* partsOf(files: readonly FolderFile[]): AsyncGenerator<FileNames, undefined> {
  const yieldToEvents = eventLoopYielder();
  let names: FileNames = { paths: [], sizes: [] };
  for (const { path, file } of files) {
    names.paths.push(path);
    names.sizes.push(file.size);
    if (!(await yieldToEvents())) continue;
    yield names;
    names = { paths: [], sizes: [] };
  }
  yield names;
}

export type ComparisonStats = ReturnType<typeof comparisonStats>;

export function comparisonStats({ added, changed, removed, sameCount }: Comparison) {
  const kept = changed.length + sameCount;
  return {
    isSame: added.length + changed.length + removed.length === 0,
    bytesToSend: [added, changed].flat().reduce((sum, { file }) => sum + file.size, 0),
    losesIndex: removed.includes("index.html"),
    /** True when the user probably chose only the changed files. */
    losesMost: removed.length > kept,
  };
}
