import type { ChunkOutcome } from "@/components/file-upload/send-chunk";
import type { UploadLink } from "@/components/file-upload/upload-state";
import { delay } from "@/lib/publish/waiting";

/** Spec 001 §9. Milliseconds. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000] as const;

/** What the browser knows of its network. */
export interface Line {
  isOnline: () => boolean;
  /** Resolves when there is a network again, or when the signal ends. */
  untilOnline: (signal: AbortSignal) => Promise<void>;
}

const browserLine: Line = {
  isOnline: () => navigator.onLine,
  untilOnline: (signal) =>
    new Promise((resolve) => {
      const ended = new AbortController();
      const done = () => {
        ended.abort();
        resolve();
      };
      window.addEventListener("online", done, { signal: ended.signal });
      signal.addEventListener("abort", done, { signal: ended.signal });
    }),
};

interface RetryHooks {
  onLink: (link: UploadLink) => void;
  signal: AbortSignal;
  line?: Line;
  wait?: typeof delay;
}

/**
 * Sends a chunk, and again after each of the specification's delays while the line or the server is away: a chunk that arrives
 * twice is stored once. While the browser has no network at all, no try is spent.
 * @param send one try
 * @returns what the last try came to
 */
export async function sendWithRetries(
  send: () => Promise<ChunkOutcome>,
  { onLink, signal, line = browserLine, wait = delay }: RetryHooks,
): Promise<ChunkOutcome> {
  let outcome = await send();
  for (const milliseconds of RETRY_DELAYS_MS) {
    if (outcome.kind !== "away") return outcome;
    onLink("unreachable");
    await wait(milliseconds, signal);
    if (!line.isOnline()) {
      onLink("offline");
      await line.untilOnline(signal);
    }
    signal.throwIfAborted();
    onLink("sending");
    outcome = await send();
  }
  return outcome;
}
