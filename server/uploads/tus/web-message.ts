import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ByteLengthQueuingStrategy } from "node:stream/web";
import { toRequestLike } from "../../../lib/http/node";
import { mediaTypeOf } from "../../http/read-body";

const BUFFERED_BYTES = 512 * 1024;

/** Media type of a body with bytes of an upload (tus 1.0, PATCH and creation-with-upload). */
const BYTES_TYPE = "application/offset+octet-stream";

/** Returns whether the body holds bytes of an upload. Media types are case-insensitive (RFC 9110 §8.3.1). */
export function carriesBytes(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === BYTES_TYPE;
}

/** Returns the headers of the protocol only. The tus server refuses some that proxies add, such as two values of X-Forwarded-Proto. */
function protocolHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of toRequestLike(request).headers) {
    if (/^(?:tus-resumable|content-length|upload-.*)$/.test(name)) headers.set(name, value);
  }
  if (carriesBytes(request)) headers.set("content-type", BYTES_TYPE);
  return headers;
}

/** Converts a Node request into the web request that the tus server takes. @param path of the upload or of the collection */
export function toWebRequest(request: IncomingMessage, path: string): Request {
  const { method = "GET" } = request;
  const hasBody = method === "POST" || method === "PATCH";
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const body = hasBody ? (Readable.toWeb(request, { strategy }) as ReadableStream<Uint8Array>) : null;
  // The host does not matter, and the one that the client sent may be invalid.
  const init: RequestInit & { duplex: "half" } = { method, headers: protocolHeaders(request), body, duplex: "half" };
  return new Request(`http://localhost${path}`, init);
}

/** Sends the tus server's answer without its CORS headers: uploads come from our own pages or from programs. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const text = Buffer.from(await answer.text());
  for (const [name, value] of answer.headers) {
    if (!name.startsWith("access-control-")) response.setHeader(name, value);
  }
  response.writeHead(answer.status);
  response.end(text);
}
