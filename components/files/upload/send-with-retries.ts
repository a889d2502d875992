import type { ConnectionState } from "@/lib/publish/send/connection-state";
import { delay } from "@/lib/publish/waiting";
import type { ChunkOutcome } from "./send-chunk";

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000] as const;

export interface NetworkState {
  isOnline: () => boolean;
  untilOnline: (signal: AbortSignal) => Promise<void>;
}

const browserNetwork: NetworkState = {
  isOnline: () => navigator.onLine,
  untilOnline: (signal) =>
    new Promise((resolve) => {
      window.addEventListener("online", () => resolve(), { once: true });
      signal.addEventListener("abort", () => resolve(), { once: true });
    }),
};

interface RetryHooks {
  onConnection: (state: ConnectionState) => void;
  signal: AbortSignal;
  network?: NetworkState;
  wait?: typeof delay;
}

/** Sends a chunk and retries it after each delay while the server is unavailable. Offline time doesn't count as an attempt. */
export async function sendWithRetries(
  send: () => Promise<ChunkOutcome>,
  { onConnection, signal, network = browserNetwork, wait = delay }: RetryHooks,
): Promise<ChunkOutcome> {
  let outcome = await send();
  for (const milliseconds of RETRY_DELAYS_MS) {
    if (outcome.kind !== "unavailable") return outcome;
    onConnection("unreachable");
    await wait(milliseconds, signal);
    if (!network.isOnline()) {
      onConnection("offline");
      await network.untilOnline(signal);
    }
    signal.throwIfAborted();
    onConnection("sending");
    outcome = await send();
  }
  return outcome;
}
