import { isSessionAlive } from "@/components/publish/controller/browser-host";
import { browserHost } from "@/components/transfer/browser-host";
import type { ExtractionProgress } from "@/lib/imports/schema";
import { readExtraction } from "@/lib/publish/finish/read-extraction";

/**
 * Reads the progress of an extraction.
 * @param onSignedOut is called once, when it cannot be seen for want of a session
 */
export function extractionReader(safeName: string, onSignedOut: () => void) {
  let isTold = false;
  return async (signal: AbortSignal): Promise<ExtractionProgress | null> => {
    const progress = await readExtraction(browserHost.call, safeName, signal);
    const isSignedOut = progress === null && !isTold && !(await isSessionAlive());
    if (isSignedOut && !signal.aborted) {
      isTold = true;
      onSignedOut();
    }
    return progress;
  };
}
