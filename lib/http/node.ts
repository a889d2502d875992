import type { IncomingMessage } from "node:http";

/** What the gates of lib/sessions read of a request; a Request of the fetch API has the same shape. */
export interface NodeRequestLike {
  method: string;
  headers: Headers;
  /** Absolute. The host in it is what the client sent: fit for reading path and query, never for a decision. */
  url: string;
}

/** A plain Node request in the shape of the fetch API's, without its body. */
export function toRequestLike(request: IncomingMessage): NodeRequestLike {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) headers.append(name, one);
    }
  }
  const target = request.url ?? "/";
  const url = target.startsWith("/") ? `http://${request.headers.host ?? "localhost"}${target}` : target;
  return { method: request.method ?? "GET", headers, url };
}
