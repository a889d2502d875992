import type { ConnectionState } from "@/lib/publish/send/connection-state";
import { delay } from "@/lib/publish/waiting";
import type { ChunkOutcome } from "./send-chunk";

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000] as const;

export interface Line {
  isOnline: () => boolean;
  untilOnline: (signal: AbortSignal) => Promise<void>;
}

const browserLine: Line = {
  isOnline: () => navigator.onLine,
  untilOnline: (signal) =>
    new Promise((resolve) => {
      window.addEventListener("online", () => resolve(), { once: true });
      signal.addEventListener("abort", () => resolve(), { once: true });
    }),
};

interface RetryHooks {
  onConnection: (link: ConnectionState) => void;
  signal: AbortSignal;
  line?: Line;
  wait?: typeof delay;
}

/** Sends a chunk, and repeats it after each of the specified delays while the server is unavailable. Being offline uses up no attempt. */
export async function sendWithRetries(
  send: () => Promise<ChunkOutcome>,
  { onConnection, signal, line = browserLine, wait = delay }: RetryHooks,
): Promise<ChunkOutcome> {
  let outcome = await send();
  for (const milliseconds of RETRY_DELAYS_MS) {
    if (outcome.kind !== "unavailable") return outcome;
    onConnection("unreachable");
    await wait(milliseconds, signal);
    if (!line.isOnline()) {
      onConnection("offline");
      await line.untilOnline(signal);
    }
    signal.throwIfAborted();
    onConnection("sending");
    outcome = await send();
  }
  return outcome;
}
