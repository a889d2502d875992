import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { holdsForRange, judgePreconditions } from "../../lib/http/conditional";
import { httpDate } from "../../lib/http/http-date";
import { type ByteRange, contentRange, parseRange } from "../../lib/http/range";
import type { FileEntry } from "../../lib/trees/data";
import type { Representation } from "./representation";

/** Headers of an answer, by name. */
export type Headers = Record<string, string | number>;

/** What is sent, and what is said of it. */
export interface Sending {
  file: Pick<FileEntry, "modifiedAt">;
  form: Representation;
  contentType: string;
  /** Headers of every answer about the file, also of one that it has not changed. */
  common: Headers;
}

/** What is still to be sent when the headers are settled. */
interface Plan {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Headers;
  /** Undefined for the whole. */
  range?: ByteRange;
}

/** A clock that was wrong when a file was made must not let it seem to come from the future (RFC 9110 §8.8.2.1). */
function lastModifiedOf({ modifiedAt }: Sending["file"]): string | undefined {
  return modifiedAt.getTime() <= Date.now() ? httpDate(modifiedAt) : undefined;
}

function plan({ method, headers }: IncomingMessage, { file, form, contentType, common }: Sending): Plan {
  const { etag, length } = form;
  const lastModified = lastModifiedOf(file);
  const validators: Headers =
    lastModified === undefined ? { ...common, ETag: etag } : { ...common, ETag: etag, "Last-Modified": lastModified };
  const verdict = judgePreconditions(headers, { etag, lastModified });
  if (verdict === "unchanged") return { status: 304, headers: validators };
  if (verdict === "failed") return { status: 412, headers: { ...validators, "Content-Length": 0 } };

  const described: Headers = { ...validators, "Content-Type": contentType };
  if (form.isGzip) described["Content-Encoding"] = "gzip";
  if (form.acceptsRanges) described["Accept-Ranges"] = "bytes";
  // Ranges are defined for GET alone (RFC 9110 §14.2).
  const isRanged = method === "GET" && form.acceptsRanges && holdsForRange(headers, { etag, lastModified });
  const range = isRanged ? parseRange(headers.range, length) : "whole";
  if (range === "whole") return { status: 200, headers: { ...described, "Content-Length": length } };
  if (range === "unsatisfiable")
    return { status: 416, headers: { ...validators, "Content-Length": 0, "Content-Range": `bytes */${length}` } };
  return { status: 206, headers: { ...described, "Content-Length": range.length, "Content-Range": contentRange(range, length) }, range };
}

/** A body that ends early must look like one: the connection is cut, rather than the answer ended. */
export async function* exactly(length: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    if (sent > length) throw new Error(`A body of ${length} bytes goes on after them.`);
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

/** The headers leave only when the first bytes are there: what is missing or damaged is an error of its own until then. */
async function sendBody(response: ServerResponse, planned: Plan, form: Representation): Promise<void> {
  const length = planned.range?.length ?? form.length;
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once("close", abort);
  const body = await form.read(planned.range, gone.signal);
  if (!Buffer.isBuffer(body)) return sendStream(response, planned, exactly(length, body));
  response.off("close", abort);
  if (body.length !== length) throw new Error(`A body of ${length} bytes has ${body.length}.`);
  response.writeHead(planned.status, planned.headers);
  response.end(body);
}

/**
 * Answers a GET or HEAD request with a file: conditional requests and single ranges.
 * @throws BlobMissingError, SliceDamagedError before anything is sent; later the connection is cut
 */
export async function sendRepresentation(request: IncomingMessage, response: ServerResponse, sending: Sending): Promise<void> {
  const planned = plan(request, sending);
  if (request.method === "HEAD" || planned.status >= 300) {
    response.writeHead(planned.status, planned.headers);
    response.end();
    return;
  }
  await sendBody(response, planned, sending.form);
}
