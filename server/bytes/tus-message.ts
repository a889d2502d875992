import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ByteLengthQueuingStrategy } from "node:stream/web";
import { toRequestLike } from "../../lib/http/node";

/** Bytes that wait between the socket and the disk: enough to keep both busy. */
const BUFFERED_BYTES = 512 * 1024;

/** A plain Node request as the tus server takes it. @param path of the upload, as the tus server has to see it */
export function toWebRequest(request: IncomingMessage, path: string): Request {
  const { method, headers } = toRequestLike(request);
  const hasBody = method === "POST" || method === "PATCH";
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const body = hasBody ? (Readable.toWeb(request, { strategy }) as ReadableStream<Uint8Array>) : null;
  // The host is of no account here, and the one that the client sent need not even be valid.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
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
