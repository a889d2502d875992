import { analyseZip, type ZipVerdict } from "./zip-analysis";

export type WorkerMessage =
  | { kind: "progress"; read: number; total: number }
  | { kind: "verdict"; verdict: ZipVerdict }
  | { kind: "unreadable" };

function post(message: WorkerMessage): void {
  self.postMessage(message);
}

/** Runs in a worker, because a directory of 600,000 entries would block the page for a second. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  try {
    post({ kind: "verdict", verdict: await analyseZip(data, (read, total) => post({ kind: "progress", read, total })) });
  } catch (error) {
    if (error instanceof DOMException) post({ kind: "unreadable" });
    // The page can't see a rejection in a worker.
    else self.reportError(error);
  }
};
