import { analyseZip, type ZipVerdict } from "./zip-analysis";

/** What the worker tells: how far it is, then one verdict or that the file cannot be read. */
export type WorkerMessage =
  | { kind: "progress"; read: number; total: number }
  | { kind: "verdict"; verdict: ZipVerdict }
  | { kind: "unreadable" };

function tell(message: WorkerMessage): void {
  self.postMessage(message);
}

/** Checks the one file that it is sent. The directory of 600,000 entries would hold the page up for a second and more. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  try {
    tell({ kind: "verdict", verdict: await analyseZip(data, (read, total) => tell({ kind: "progress", read, total })) });
  } catch (error) {
    if (error instanceof DOMException) tell({ kind: "unreadable" });
    // Thrown, it would be a rejection that the page never hears of.
    else self.reportError(error);
  }
};
