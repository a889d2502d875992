import type { FolderFile } from "@/components/folder-upload/folder-file";
import { CompareError, compareMessages } from "@/lib/publish/compare/compare-error";
import { type ComparedFiles, NAMES_PER_MESSAGE } from "@/lib/publish/compare/compare-messages";
import type { PageMessage, WorkerMessage } from "./compare-messages";

/** What makes a map of a folder out of the map that a project shows. */
export interface Comparison {
  /** The version that was compared with: `baseVersion` of the upload. Null when the project has no map, so that all is new. */
  version: string | null;
  /** Only in the folder. Their paths are those of the map: in NFC, and without a folder that wraps the whole site. */
  added: FolderFile[];
  /** In both, with other bytes. */
  changed: FolderFile[];
  /** Paths that only the map has. */
  removed: string[];
  /** Files that are in both, byte for byte. */
  sameCount: number;
}

export interface CompareProgress {
  hashedBytes: number;
  /** Bytes of all files that have the path and the size of a published one. */
  bytesToHash: number;
}

/**
 * Compares a folder with the map that a project shows now: by path and size, then by the SHA-256 of what is alike in both.
 * A worker does it, and takes in what it needs of the folder piece by piece.
 * @param onProgress called a few times a second while files are hashed
 * @throws CompareError with a message for the person; the reason of `signal` when that ends first
 */
export function compareFolder(
  files: readonly FolderFile[],
  projectId: string,
  onProgress: (progress: CompareProgress) => void,
  signal: AbortSignal,
): Promise<Comparison> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./compare.worker.ts", import.meta.url), { type: "module" });
  const say = (message: PageMessage) => worker.postMessage(message);
  const found: Pick<Comparison, "added" | "changed" | "removed"> = { added: [], changed: [], removed: [] };
  const ended = new AbortController();
  return new Promise<Comparison>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), ended);
    worker.onerror = () => reject(new CompareError(compareMessages.failed));
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      switch (data.kind) {
        case "list-wanted":
          return say({ kind: "list", ...listFrom(files, data.from) });
        case "files-wanted":
          return say({ kind: "files", batch: data.batch, files: data.indexes.flatMap((index) => files[index]?.file ?? []) });
        case "progress":
          return onProgress({ hashedBytes: data.hashedBytes, bytesToHash: data.bytesToHash });
        case "added":
        case "changed":
          found[data.kind].push(...pick(files, data));
          return;
        case "removed":
          found.removed.push(...data.paths);
          return;
        case "failed":
          return reject(new CompareError(data.message));
        case "compared":
          return resolve({ version: data.version, ...found, sameCount: data.sameCount });
      }
    };
    say({ kind: "begin", origin: window.location.origin, projectId, fileCount: files.length });
  }).finally(() => {
    ended.abort();
    worker.terminate();
  });
}

/** Browsers look at the disk when a file is first asked for its size: 100,000 of them at once would hold the page up for seconds. */
const LIST_MS = 30;

/** Paths and sizes of the next files: as many as a moment and a message take. */
function listFrom(files: readonly FolderFile[], from: number): { paths: string[]; sizes: number[] } {
  const paths: string[] = [];
  const sizes: number[] = [];
  const until = performance.now() + LIST_MS;
  for (const { path, file } of files.slice(from, from + NAMES_PER_MESSAGE)) {
    paths.push(path);
    sizes.push(file.size);
    if (performance.now() > until) break;
  }
  return { paths, sizes };
}

function pick(files: readonly FolderFile[], { indexes, paths }: ComparedFiles): FolderFile[] {
  return indexes.flatMap((index, place) => {
    const found = files[index];
    return found ? [{ file: found.file, path: paths[place] ?? found.path }] : [];
  });
}
