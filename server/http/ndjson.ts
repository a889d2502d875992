import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { DATA_HEADERS } from "./json-answer";

/** Starts an uncached answer with one JSON value a line. */
export function startLines(response: ServerResponse): void {
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Type": "application/x-ndjson; charset=utf-8",
    ...DATA_HEADERS,
  });
}

/** Writes lines as fast as the client takes them. @throws the signal's reason */
export async function writeLines(response: ServerResponse, values: readonly unknown[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  if (text !== "" && !response.write(text)) await once(response, "drain", { signal });
}

/** Half of the shortest usual idle timeout of proxies. */
const KEEP_ALIVE_MS = 15_000;

/** Sends empty lines, so that proxies keep the connection while the next value takes long. Returns a function that ends it. */
export function sendKeepAlive(response: ServerResponse, everyMs = KEEP_ALIVE_MS): () => void {
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) response.write("\n");
  }, everyMs);
  const stop = () => clearInterval(timer);
  response.once("close", stop);
  return stop;
}

/** Returns a signal that aborts when the client disconnects. */
export function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  // No event follows for a client that has already disconnected.
  if (response.destroyed) gone.abort();
  response.once("close", () => gone.abort());
  return gone.signal;
}
