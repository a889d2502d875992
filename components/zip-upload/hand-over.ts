import { startExtraction } from "./extraction-calls";
import { waitForSession } from "./session-watch";
import type { StoredUpload } from "./stored-uploads";
import type { UploadLink } from "./upload-state";
import { delay } from "./waiting";

/** Between tries, while the network or the server is away. */
const RETRY_MS = 5_000;

/**
 * Asks the server to make a project of an upload that has every byte there, until it has taken it: a lost connection
 * or an ended session at this very moment must not cost the upload.
 * @param onLink is told what it waits for
 * @returns null once the server has taken it, or `signal` ended; else why it will not
 */
export async function handOver(stored: StoredUpload, onLink: (link: UploadLink) => void, signal: AbortSignal): Promise<string | null> {
  const uploadId = stored.uploadUrl.split("/").at(-1) ?? "";
  let mayHaveStarted = false;
  while (!signal.aborted) {
    const outcome = await startExtraction(stored.target, uploadId, signal);
    if (outcome.kind === "started") return null;
    switch (outcome.kind) {
      case "session":
        onLink("signed-out");
        await waitForSession(stored.accountId, signal);
        break;
      case "network":
      case "away":
        mayHaveStarted = true;
        onLink(navigator.onLine ? "unreachable" : "offline");
        await delay(RETRY_MS, signal);
        break;
      default:
        // After a call whose answer was lost, the next one hears that name or upload are in use: by that call.
        return outcome.kind === "busy" && mayHaveStarted ? null : outcome.reason;
    }
  }
  return null;
}
