import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { BlobMissingError } from "../../lib/blobs/store";
import { isRangeApplicable, judgePreconditions } from "../../lib/http/conditional";
import { type ByteRange, contentRange, parseRange } from "../../lib/http/range";
import type { FileEntry } from "../../lib/trees/data";
import type { Representation } from "./representation";

export type Headers = Record<string, string | number>;

export interface DescribedRepresentation {
  entry: Pick<FileEntry, "modifiedAt">;
  representation: Representation;
  contentType: string;
  /** Headers of every answer about the file, 304 included. */
  common: Headers;
}

interface Plan {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Headers;
  range?: ByteRange;
}

/** Returns undefined for a date in the future, which Last-Modified may not have (RFC 9110 §8.8.2.1). */
function lastModifiedOf({ modifiedAt }: DescribedRepresentation["entry"]): string | undefined {
  return modifiedAt.getTime() <= Date.now() ? modifiedAt.toUTCString() : undefined;
}

function plan({ method, headers }: Pick<IncomingMessage, "method" | "headers">, described: DescribedRepresentation): Plan {
  const { entry, representation, contentType, common } = described;
  const { etag, length, isGzip, acceptsRanges } = representation;
  const lastModified = lastModifiedOf(entry);
  const validators: Headers =
    lastModified === undefined ? { ...common, ETag: etag } : { ...common, ETag: etag, "Last-Modified": lastModified };
  const verdict = judgePreconditions(headers, { etag, lastModified });
  if (verdict === "unchanged") return { status: 304, headers: validators };
  if (verdict === "failed") return { status: 412, headers: { ...validators, "Content-Length": 0 } };

  const full: Headers = { ...validators, "Content-Type": contentType };
  if (isGzip) full["Content-Encoding"] = "gzip";
  if (acceptsRanges) full["Accept-Ranges"] = "bytes";
  // Ranges are defined only for GET (RFC 9110 §14.2).
  const isRanged = method === "GET" && acceptsRanges && isRangeApplicable(headers, { etag, lastModified });
  const range = isRanged ? parseRange(headers.range, length) : "whole";
  if (range === "whole") return { status: 200, headers: { ...full, "Content-Length": length } };
  if (range === "unsatisfiable")
    return { status: 416, headers: { ...validators, "Content-Length": 0, "Content-Range": `bytes */${length}` } };
  return { status: 206, headers: { ...full, "Content-Length": range.length, "Content-Range": contentRange(range, length) }, range };
}

/** Returns the headers of an answer with the whole file, to a GET request without conditions. */
export function headersOfWhole(described: DescribedRepresentation): Headers {
  return plan({ method: "GET", headers: {} }, described).headers;
}

/** Yields the chunks of a body. @throws Error when it has another length, so that a truncated body destroys the connection */
export async function* exactly(length: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    if (sent > length) throw new Error(`A body of ${length} bytes is longer than that.`);
    yield chunk;
  }
  if (sent < length) throw new Error(`A body of ${length} bytes ends after ${sent}.`);
}

async function* resume<Chunk>(first: Chunk, rest: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  yield first;
  yield* rest;
}

async function sendStream(response: ServerResponse, { status, headers }: Plan, body: AsyncGenerator<Buffer>): Promise<void> {
  const first = await body.next();
  response.writeHead(status, headers);
  await pipeline(first.done ? body : resume(first.value, body), response);
}

/** Sends the headers only when the first bytes are there, so that a missing or damaged blob can still be answered as an error. */
async function sendBody(response: ServerResponse, planned: Plan, representation: Representation): Promise<void> {
  const length = planned.range?.length ?? representation.length;
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once("close", abort);
  const body = await representation.read(planned.range, gone.signal);
  if (!Buffer.isBuffer(body)) return sendStream(response, planned, exactly(length, body));
  response.off("close", abort);
  if (body.length !== length) throw new Error(`A body of ${length} bytes has ${body.length}.`);
  response.writeHead(planned.status, planned.headers);
  response.end(body);
}

/** Repeats an answer once when the file's bytes moved between the look-up and the reading. */
export async function sendCurrent(response: ServerResponse, send: (isRetry: boolean) => Promise<void>): Promise<void> {
  try {
    await send(false);
  } catch (error) {
    if (!(error instanceof BlobMissingError) || response.headersSent) throw error;
    await send(true);
  }
}

/** Answers GET and HEAD, with conditions and single ranges. @throws BlobMissingError, SliceDamagedError before anything is sent */
export async function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  described: DescribedRepresentation,
): Promise<void> {
  const planned = plan(request, described);
  if (request.method === "HEAD" || planned.status >= 300) {
    response.writeHead(planned.status, planned.headers);
    response.end();
    return;
  }
  await sendBody(response, planned, described.representation);
}
