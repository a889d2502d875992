import type { IncomingMessage } from "node:http";

/** As RequestLike of lib/accounts. */
export interface NodeRequestLike {
  method: string;
  headers: Headers;
  /** Absolute. The host is what the client sent: never trust it. */
  url: string;
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/** Returns false for an invalid Host header and for more than one (RFC 9112 §3.2). HTTP/1.0 requests may have none. */
export function hasValidHost({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">): boolean {
  const [host, ...others] = headersDistinct.host ?? [];
  return host === undefined || (others.length === 0 && HOST.test(host) && URL.canParse(`http://${host}`));
}

/** Converts a Node request to the shape of the fetch API, without its body. */
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
