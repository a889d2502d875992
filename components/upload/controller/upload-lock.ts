import type { UploadTarget } from "@/lib/upload-client/target";
import { announceUploads } from "../unfinished/store";
import { UploadError } from "./upload-controller";
import type { FileFacts } from "./upload-state";

interface Locked {
  accountId: string;
  /** For a folder: its name and the bytes to send. */
  file: Pick<FileFacts, "name" | "size">;
  target: UploadTarget;
}

/** Milliseconds to wait for this tab's own previous lock. */
const PATIENCE_MS = 1_000;

function nameOf({ accountId, file, target }: Locked): string {
  return `sea-vision.upload.${JSON.stringify([accountId, target.safeName, file.name, file.size])}`;
}

/** Returns true while a tab of this browser sends the upload. */
export async function isHeld(locked: Locked): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === nameOf(locked));
}

/** Locks an upload until `signal` aborts or the tab closes. @throws UploadError when another tab has the lock; the signal's reason */
export function holdUpload(locked: Locked, signal: AbortSignal): Promise<void> {
  // The Web Locks API exists only in secure contexts.
  if (!("locks" in navigator)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const keepUntilEnd = () => {
      resolve();
      announceUploads();
      return new Promise<void>((release) => (signal.aborted ? release() : signal.addEventListener("abort", () => release())));
    };
    navigator.locks
      .request(nameOf(locked), { signal: patience }, keepUntilEnd)
      .then(announceUploads, () => reject(new UploadError("This upload is already running in another tab.")));
  });
}
