import type { IncomingMessage, ServerResponse } from "node:http";
import { methodNotAllowed } from "../../lib/errors";
import { readHealth } from "../../lib/health/data";
import type { BytesHandler } from "../http/handler";
import { ending } from "./ending";

/** Where the application answers; maps and worker, on whose ports no /api is, answer without it. */
export const LIVE_PATH = "/api/health/live";
export const READY_PATH = "/api/health/ready";
export const PLAIN_LIVE_PATH = "/health/live";
export const PLAIN_READY_PATH = "/health/ready";

const METHODS = ["GET", "HEAD"] as const;

export const LIVE_ROUTES = { [LIVE_PATH]: METHODS } as const;
export const READY_ROUTES = { [READY_PATH]: METHODS } as const;
export const PLAIN_HEALTH_ROUTES = { [PLAIN_LIVE_PATH]: METHODS, [PLAIN_READY_PATH]: METHODS } as const;

function send(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(text),
    "Content-Type": "application/json; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : text);
}

function checkMethod({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(METHODS);
}

/** Answers 200 as long as this process turns over: whoever gets no answer may kill it. Nothing else is asked. */
export const handleLive: BytesHandler = (request, response) => {
  checkMethod(request);
  send(request, response, 200, { status: "ok" });
  return Promise.resolve();
};

/** Answers 200 while this process should be sent requests: everything it depends on is right, and it is not about to end. */
export const handleReady: BytesHandler = async (request, response) => {
  checkMethod(request);
  if (ending.isDraining) return send(request, response, 503, { status: "draining" });
  const health = await readHealth();
  send(request, response, health.status === "ok" ? 200 : 503, health);
};

/** @returns who answers a path of a port without /api, or null for any other path */
export function findHealthHandler(path: string): BytesHandler | null {
  if (path === PLAIN_LIVE_PATH) return handleLive;
  return path === PLAIN_READY_PATH ? handleReady : null;
}
