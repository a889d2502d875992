import type { StoredUpload } from "./stored-uploads";

type Locked = Pick<StoredUpload, "accountId" | "file" | "target">;

/**
 * Two tabs that sent the same upload would take it from each other without end.
 * The lock lasts until `signal` ends, or the tab does.
 * @returns false when another tab has it
 */
export function holdUpload({ accountId, file, target }: Locked, signal: AbortSignal): Promise<boolean> {
  // Only pages on https, or on this very machine, have locks.
  if (!("locks" in navigator)) return Promise.resolve(true);
  const name = `sea-vision.upload.${JSON.stringify([accountId, target.safeName, file.name, file.size])}`;
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && !signal.aborted ? new Promise<void>((release) => signal.addEventListener("abort", () => release())) : undefined;
    });
  });
}
