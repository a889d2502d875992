import type { ServerResponse } from "node:http";

/** Answers JSON that nobody keeps. */
export function sendJson(response: ServerResponse, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Type": "application/json; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Content-Length": text.length,
  });
  response.end(text);
}
