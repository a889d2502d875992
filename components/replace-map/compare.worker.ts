import { CompareError } from "@/lib/publish/compare/compare-error";
import { type FolderAccess, runComparison } from "@/lib/publish/compare/compare-session";
import type { ComparedProject } from "@/lib/publish/compare/version-calls";
import type { ServerCall } from "@/lib/publish/host";
import type { PageMessage, WorkerMessage } from "./compare-messages";

function tell(message: WorkerMessage): void {
  self.postMessage(message);
}

/** Questions to the page that are not answered yet. One list is asked for at a time, and any number of batches. */
let takeList: ((list: { paths: string[]; sizes: number[] }) => void) | null = null;
const takeFiles = new Map<number, (files: File[]) => void>();
let batches = 0;

function folderOf(fileCount: number): FolderAccess {
  return {
    fileCount,
    list: (from) =>
      new Promise((resolve) => {
        takeList = resolve;
        tell({ kind: "list-wanted", from });
      }),
    files: (indexes) =>
      new Promise((resolve) => {
        batches += 1;
        takeFiles.set(batches, resolve);
        tell({ kind: "files-wanted", batch: batches, indexes });
      }),
  };
}

/** @param origin of the server: a worker may have no address that paths could be relative to */
function callOf(origin: string): ServerCall {
  return (path, init) => fetch(new URL(path, origin), init);
}

async function compare(project: ComparedProject, fileCount: number): Promise<void> {
  try {
    await runComparison(project, folderOf(fileCount), tell);
  } catch (error) {
    if (error instanceof CompareError) tell({ kind: "failed", message: error.message });
    // Thrown, it would be a rejection that the page never hears of.
    else self.reportError(error);
  }
}

/** Compares one folder with one map, then is ended by the page. */
self.onmessage = ({ data }: MessageEvent<PageMessage>) => {
  if (data.kind === "begin") void compare({ call: callOf(data.origin), id: data.projectId }, data.fileCount);
  else if (data.kind === "list") takeList?.(data);
  else {
    takeFiles.get(data.batch)?.(data.files);
    takeFiles.delete(data.batch);
  }
};
