import type { ZipVerdict } from "./zip-analysis";
import type { WorkerMessage } from "./zip-analysis.worker";

/** Checks the directory of a ZIP in a worker. @param onProgress gets the entries read and their total @returns null when unreadable or aborted */
export function analyseInWorker(
  file: File,
  onProgress: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<ZipVerdict | null> {
  const worker = new Worker(new URL("./zip-analysis.worker.ts", import.meta.url), { type: "module" });
  return new Promise<ZipVerdict | null>((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.onerror = (event) => reject(new Error(event.message || "the ZIP check could not be loaded"));
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === "progress") onProgress(data.read, data.total);
      else resolve(data.kind === "verdict" ? data.verdict : null);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
