import { z } from "zod";
import { canServe, readHealth } from "../../lib/health/data";
import { drainingSchema, healthSchema, liveSchema } from "../../lib/health/schema";
import { jsonAnswer } from "../../lib/openapi/description";
import type { BytesHandler, Mount } from "../http/handler";
import { sendJson } from "../http/json-answer";
import { ending } from "./ending";

/** Paths of the web process. Maps and worker, whose ports have no /api, use the plain ones. */
export const LIVE_PATH = "/api/health/live";
export const READY_PATH = "/api/health/ready";
export const PLAIN_LIVE_PATH = "/health/live";
export const PLAIN_READY_PATH = "/health/ready";

export const HEALTH_METHODS = ["GET", "HEAD"] as const;
export const PLAIN_HEALTH_ROUTES = { [PLAIN_LIVE_PATH]: HEALTH_METHODS, [PLAIN_READY_PATH]: HEALTH_METHODS } as const;

/** Answers 200 while this process can answer at all. It checks nothing else. */
export const handleLive: BytesHandler = (_request, response) => {
  sendJson(response, { status: "ok" });
  return Promise.resolve();
};

const readyHandler =
  (isOperator: boolean): BytesHandler =>
  async (_request, response) => {
    if (ending.isDraining) return sendJson(response, { status: "draining" }, { status: 503 });
    const health = await readHealth(isOperator);
    sendJson(response, health, { status: canServe(health) ? 200 : 503 });
  };

/** Answers 200 while this process should receive requests: its dependencies are available, though their disk may be full, and it is not about to end. */
export const handleReady = readyHandler(false);
const handleReadyOfOperator = readyHandler(true);

/** Returns the handler of a health check on a port without /api, or null for another path. @param isOperator true for a private port */
export function findHealthHandler(path: string, isOperator = false): BytesHandler | null {
  if (path === PLAIN_LIVE_PATH) return handleLive;
  if (path !== PLAIN_READY_PATH) return null;
  return isOperator ? handleReadyOfOperator : handleReady;
}

export const live: Mount = {
  path: LIVE_PATH,
  methods: HEALTH_METHODS,
  tag: "Product",
  callers: "everyone",
  calls: {
    "GET /api/health/live": {
      summary: "Check that the process is alive",
      head: "Check that the process is alive without a body",
      description: "Checks nothing else. Restart a process that does not answer.",
      answer: liveSchema,
    },
  },
  handler: handleLive,
};

export const ready: Mount = {
  path: READY_PATH,
  methods: HEALTH_METHODS,
  tag: "Product",
  callers: "everyone",
  calls: {
    "GET /api/health/ready": {
      summary: "Check that the process is ready",
      head: "Check that the process is ready without a body",
      description: "For load balancers.",
      answer: healthSchema,
      otherErrors: { 503: jsonAnswer(z.union([healthSchema, drainingSchema]), "A check fails, or the process is about to end.") },
    },
  },
  handler: handleReady,
};
