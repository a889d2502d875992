import { CompareError, compareMessages } from "@/lib/publish/compare/compare-error";
import type { CompareProgress, FileNames, FolderDifference } from "@/lib/publish/compare/compare-folder";
import { breather } from "../source/folder/breather";
import type { FolderFile } from "../source/folder/reading";
import type { PageMessage, WorkerMessage } from "./compare.worker";

export interface Comparison extends Omit<FolderDifference, "added" | "changed"> {
  added: FolderFile[];
  changed: FolderFile[];
}

/** Compares a folder with the current map in a worker. @throws CompareError with a message for the user; the signal's reason */
export function compareInWorker(
  files: readonly FolderFile[],
  projectId: string,
  onProgress: (progress: CompareProgress) => void,
  signal: AbortSignal,
): Promise<Comparison> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./compare.worker.ts", import.meta.url), { type: "module" });
  const send = (message: PageMessage) => worker.postMessage(message);
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => files[index] ?? []);
  const removed: string[] = [];
  const ended = new AbortController();
  return new Promise<Comparison>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), ended);
    worker.onerror = () => reject(new CompareError(compareMessages.failed));
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      switch (data.kind) {
        case "files-wanted":
          return send({ kind: "files", batch: data.batch, files: pick(data.indexes).map(({ file }) => file) });
        case "progress":
          return onProgress(data);
        case "removed":
          removed.push(...data.paths);
          return;
        case "failed":
          return reject(new CompareError(data.message));
        case "compared": {
          const { added, changed, ...rest } = data.difference;
          return resolve({ ...rest, removed, added: pick(added), changed: pick(changed) });
        }
      }
    };
    send({ kind: "begin", origin: window.location.origin, projectId, fileCount: files.length });
    sendNames(files, send, ended.signal).catch(reject);
  }).finally(() => {
    ended.abort();
    worker.terminate();
  });
}

/** Sends names in parts: browsers read the disk when a script first reads the size of a file. */
async function sendNames(files: readonly FolderFile[], send: (message: PageMessage) => void, signal: AbortSignal): Promise<void> {
  const breathe = breather();
  let names: FileNames = { paths: [], sizes: [] };
  for (const { path, file } of files) {
    names.paths.push(path);
    names.sizes.push(file.size);
    if (!(await breathe())) continue;
    if (signal.aborted) return;
    send({ kind: "names", ...names });
    names = { paths: [], sizes: [] };
  }
  send({ kind: "names", ...names });
}
