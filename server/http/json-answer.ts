import type { ServerResponse } from "node:http";

/** Keeps an answer that is not a page from becoming one. */
export const DATA_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
} as const;

/** Sends JSON without caching. Node omits the body for HEAD requests. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "Content-Type": "application/json; charset=utf-8",
    ...DATA_HEADERS,
    "Content-Length": text.length,
    ...headers,
  });
  response.end(text);
}
