import type { FileFacts } from "@/components/transfer/transfer-state";
import type { UploadTarget } from "@/lib/publish/target";

interface Locked {
  accountId: string;
  /** Of a folder, its name and all its bytes. */
  file: Pick<FileFacts, "name" | "size">;
  target: UploadTarget;
}

/** A lock that this tab has just let go of is free within a moment; one that is not is another tab's. */
const PATIENCE_MS = 1_000;

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
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const keepUntilEnd = () => {
      resolve(true);
      return new Promise<void>((release) => (signal.aborted ? release() : signal.addEventListener("abort", () => release())));
    };
    navigator.locks.request(name, { signal: patience }, keepUntilEnd).catch(() => resolve(false));
  });
}
