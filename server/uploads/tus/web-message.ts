import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ByteLengthQueuingStrategy } from "node:stream/web";
import { toRequestLike } from "../../../lib/http/node";

/** Bytes that wait between the socket and the disk: enough to keep both busy. */
const BUFFERED_BYTES = 512 * 1024;

/** The type of a body of bytes (tus 1.0, PATCH and creation-with-upload). */
const BYTES_TYPE = "application/offset+octet-stream";

/** True when the body is bytes for an upload; media types compare without regard to case (RFC 9110 §8.3.1). */
export function carriesBytes({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === BYTES_TYPE;
}

/**
 * The headers that the protocol is made of. The tus server judges others as well, and refuses what proxies send of themselves,
 * such as two values of X-Forwarded-Proto.
 */
function protocolHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of toRequestLike(request).headers) {
    if (/^(?:tus-resumable|content-length|upload-.*)$/.test(name)) headers.set(name, value);
  }
  if (carriesBytes(request)) headers.set("content-type", BYTES_TYPE);
  return headers;
}

/** A plain Node request as the tus server takes it. @param path of the upload, as the tus server has to see it */
export function toWebRequest(request: IncomingMessage, path: string): Request {
  const { method = "GET" } = request;
  const hasBody = method === "POST" || method === "PATCH";
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const body = hasBody ? (Readable.toWeb(request, { strategy }) as ReadableStream<Uint8Array>) : null;
  // The host is of no account here, and the one that the client sent need not even be valid.
  const init: RequestInit & { duplex: "half" } = { method, headers: protocolHeaders(request), body, duplex: "half" };
  return new Request(`http://localhost${path}`, init);
}

/** Sends the tus server's answer, but for its CORS headers: uploads come from our own pages, or from programs. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const text = Buffer.from(await answer.text());
  for (const [name, value] of answer.headers) {
    if (!name.startsWith("access-control-")) response.setHeader(name, value);
  }
  response.writeHead(answer.status);
  response.end(text);
}
