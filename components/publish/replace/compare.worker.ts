import { CompareError } from "@/lib/publish/compare/compare-error";
import { type CompareProgress, compareFolder, type FileNames, type FolderDifference } from "@/lib/publish/compare/compare-folder";

/** Paths in one message. More at once would block the page. */
const NAMES_PER_MESSAGE = 10_000;

export type WorkerMessage =
  | { kind: "files-wanted"; batch: number; indexes: number[] }
  | ({ kind: "progress" } & CompareProgress)
  | { kind: "removed"; paths: string[] }
  | { kind: "compared"; difference: Omit<FolderDifference, "removed"> }
  | { kind: "failed"; message: string };

export type PageMessage =
  /** @param origin base of relative paths, because a worker may have no URL of its own */
  | { kind: "begin"; origin: string; projectId: string; fileCount: number }
  | ({ kind: "names" } & FileNames)
  | { kind: "files"; batch: number; files: File[] };

const send = (message: WorkerMessage) => self.postMessage(message);

const names: FileNames = { paths: [], sizes: [] };
let onNames: (() => void) | null = null;
const onFiles = new Map<number, (files: File[]) => void>();
let batches = 0;

async function compare({ origin, projectId, fileCount }: Extract<PageMessage, { kind: "begin" }>): Promise<void> {
  const listed = new Promise<FileNames>((resolve) => {
    onNames = () => names.paths.length === fileCount && resolve(names);
    onNames?.();
  });
  const askForFiles = (indexes: number[]) =>
    new Promise<File[]>((resolve) => {
      batches += 1;
      onFiles.set(batches, resolve);
      send({ kind: "files-wanted", batch: batches, indexes });
    });
  const project = { id: projectId, call: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init) };
  try {
    const folder = { list: () => listed, files: askForFiles };
    const { removed, ...difference } = await compareFolder(project, folder, (progress) => send({ kind: "progress", ...progress }));
    for (let from = 0; from < removed.length; from += NAMES_PER_MESSAGE) {
      send({ kind: "removed", paths: removed.slice(from, from + NAMES_PER_MESSAGE) });
    }
    send({ kind: "compared", difference });
  } catch (error) {
    if (error instanceof CompareError) send({ kind: "failed", message: error.message });
    // The page can't see a rejection in a worker.
    else self.reportError(error);
  }
}

self.onmessage = ({ data }: MessageEvent<PageMessage>) => {
  if (data.kind === "begin") void compare(data);
  else if (data.kind === "names") {
    for (const path of data.paths) names.paths.push(path);
    for (const size of data.sizes) names.sizes.push(size);
    onNames?.();
  } else {
    onFiles.get(data.batch)?.(data.files);
    onFiles.delete(data.batch);
  }
};
