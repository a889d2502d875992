import type { IncomingMessage } from "node:http";
import { env } from "../../lib/env";
import type { AppError } from "../../lib/errors";
import { type ExpectedBytes, UNKNOWN_LENGTH } from "../../lib/storage/quota/reservation";

/** A client of a large upload that sends nothing for this long is disconnected, and can resume where the protocol allows. Milliseconds. */
export const UPLOAD_IDLE_MS = 60_000;
/** Longer than 50 GB take at 10 Mbit/s, and shorter than the sweep spares unfinished blobs. Milliseconds. */
const UPLOAD_LIMIT_MS = 12 * 60 * 60 * 1_000;

export interface UploadLimits {
  bytes: number;
  milliseconds: number;
}

export function uploadLimits(bytes: number): UploadLimits {
  return { bytes, milliseconds: UPLOAD_LIMIT_MS };
}

/** Returns how many bytes of files a form holds. @param around bytes at most that the form itself takes */
export function expectFiles({ headers }: IncomingMessage, around: number): ExpectedBytes {
  const { "content-length": length } = headers;
  return length === undefined ? UNKNOWN_LENGTH : { least: Math.max(0, Number(length) - around), most: Number(length) };
}

/** Disconnects a client that sends nothing for a while before the end of its body. */
export function limitIdleTime(request: IncomingMessage, milliseconds: number): void {
  request.socket.setTimeout(milliseconds);
  request.once("end", () => request.socket.setTimeout(0));
}

/** Time for the whole body of a call without an upload. Milliseconds. */
export const BODY_LIMIT_MS = 60_000;

/** Answers 408 and disconnects a client whose body has not arrived within a time, even if it sends steadily. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    const { socket } = request;
    socket.end(closingAnswer("408 Request Timeout", env().appOrigin), () => socket.destroy());
  }, milliseconds);
  request.once("close", () => clearTimeout(timer));
}

/** Runs work with a signal that aborts after a time limit. @throws the error of the work; `error` when the time is up */
export async function withTimeLimit<Result>(
  milliseconds: number,
  error: AppError,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(error), milliseconds);
  try {
    return await work(controller.signal);
  } catch (failure) {
    // Libraries report the abort without its reason.
    throw controller.signal.aborted ? error : failure;
  } finally {
    clearTimeout(timer);
  }
}

/** Passes bytes on. @throws the given error when more than `limit` bytes have come */
export async function* limitBytes(
  bytes: AsyncIterable<Buffer>,
  limit: number,
  tooLarge: () => AppError,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

/** Waits for a promise until the signal aborts. A race with one promise for the whole body would keep every chunk in memory. */
async function orAborted<Result>(promise: Promise<Result> | undefined, signal: AbortSignal): Promise<Result | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Reads the body until the signal aborts, also when no more bytes come. The request stays open, so that a refusal can be answered. */
export async function* readChunks(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  try {
    while (true) {
      const next = await orAborted(chunks.next(), signal);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // An iterator that stays attached stops the connection: the rest of the body is not read. After an abort, return() may never settle.
    await orAborted(chunks.return?.(), signal).catch(() => undefined);
  }
}

/** Returns the headers of every answer: browsers do not guess types, and use https only for an origin that has it. */
export function headersOfEveryAnswer(origin: string): Record<string, string> {
  const secure = origin.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" };
  return { "X-Content-Type-Options": "nosniff", ...secure };
}

/** Returns an answer to write to a socket that has no ServerResponse. The connection ends with it. @param origin public origin of the server */
export function closingAnswer(status: string, origin: string, headers: Record<string, string> = {}, body = ""): string {
  const fields = { Connection: "close", ...headers, ...headersOfEveryAnswer(origin), "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}
