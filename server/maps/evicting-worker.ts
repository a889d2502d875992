import type { IncomingMessage, ServerResponse } from "node:http";

/** A service worker that replaces any other and then unregisters itself. */
const SCRIPT = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
`;

/**
 * Answers a browser that requests the script of a service worker. A worker would outlive its map and see all later requests. Browsers
 * request it again when a user opens a page that a worker controls, so workers of earlier releases are removed too.
 */
export function sendEvictingWorker(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(SCRIPT),
    "Content-Type": "text/javascript; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : SCRIPT);
}
