import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Begins an answer of one JSON value a line, which nobody keeps. */
export function startLines(response: ServerResponse): void {
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
}

/** Writes lines; waits while the client takes them slowly. @throws the signal's reason when it has gone away */
export async function writeLines(response: ServerResponse, values: readonly unknown[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  if (text !== "" && !response.write(text)) await once(response, "drain", { signal });
}

/** Half of what the least patient of proxies takes for the end of a connection on which nothing moves. */
const LIFE_MS = 15_000;

/**
 * Shows that an answer goes on while its next line takes its time, as the hash of a file of 100 GB does: now and then, with an
 * empty line, which readers pass over.
 * @param everyMs so often
 * @returns ends it; so does the end of the connection
 */
export function showLife(response: ServerResponse, everyMs = LIFE_MS): () => void {
  const timer = setInterval(() => {
    // A client that has not taken what was written knows that it goes on.
    if (!response.writableNeedDrain) response.write("\n");
  }, everyMs);
  const stop = () => clearInterval(timer);
  response.once("close", stop);
  return stop;
}

/** Aborted when the client has gone away before the answer's end. */
export function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
}
