import type { ServerResponse } from "node:http";

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
    "X-Content-Type-Options": "nosniff",
    "Content-Length": text.length,
    ...headers,
  });
  response.end(text);
}
