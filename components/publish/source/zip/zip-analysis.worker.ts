import { analyseZip, type ZipVerdict } from "./zip-analysis";

export type WorkerMessage =
  | { kind: "progress"; read: number; total: number }
  | { kind: "verdict"; verdict: ZipVerdict }
  | { kind: "unreadable" };

function tell(message: WorkerMessage): void {
  self.postMessage(message);
}

/** In a worker, because a directory of 600,000 entries would block the page for a second. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  try {
    tell({ kind: "verdict", verdict: await analyseZip(data, (read, total) => tell({ kind: "progress", read, total })) });
  } catch (error) {
    if (error instanceof DOMException) tell({ kind: "unreadable" });
    // The page doesn't see a rejection of a worker.
    else self.reportError(error);
  }
};
