import { wrap } from "comlink";

/** Wraps a worker that exposes functions. @param failure message when the worker can't be loaded */
export function openWorker<Api>(worker: Worker, failure: string, signal?: AbortSignal) {
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || failure));
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  failed.catch(() => undefined);
  return {
    api: wrap<Api>(worker),
    /** Waits for a call. @throws Error with the name and message of the worker's error, or with `failure`; the signal's reason */
    answer: <Call extends Promise<unknown>>(call: Call): Promise<Awaited<Call>> => Promise.race([call, failed]),
    close: () => worker.terminate(),
  };
}
