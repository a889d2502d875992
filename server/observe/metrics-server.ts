import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { collectDefaultMetrics, register } from "prom-client";
import { env } from "../../lib/env";
import { methodNotAllowed, notFound } from "../../lib/errors";
import { logger } from "../../lib/logging/logger";
import { measurePool } from "../../lib/metrics/pool";
import { findHealthHandler } from "../health/handler";
import { type BytesHandler, runHandler } from "../http/handler";
import { metricsPortOf } from "./metrics-ports";

const METRICS_PATH = "/metrics";
const METHODS = ["GET", "HEAD"] as const;

/** In the text format of Prometheus. */
const handleMetrics: BytesHandler = async (request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(METHODS);
  const text = await register.metrics();
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(text),
    "Content-Type": register.contentType,
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : text);
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const handle = path === METRICS_PATH ? handleMetrics : findHealthHandler(path);
  if (!handle) throw notFound(`There is nothing here. The figures are at ${METRICS_PATH}.`);
  await handle(request, response, {});
}

/**
 * Serves figures for monitoring at `/metrics`, and the health checks, on a port that no proxy leads to; it knows no users.
 * Does nothing when METRICS_PORT is not set. Where it is taken, the log says so: people are served without figures.
 */
export async function openMetricsServer(processName: string): Promise<void> {
  const { metrics } = env();
  if (!metrics) return;
  collectDefaultMetrics();
  measurePool();
  const server = createServer((request, response) => void runHandler(() => answer(request, response), request, response));
  // Open as long as the process is: its last words are figures too.
  server.unref();
  const port = metricsPortOf(processName, metrics);
  try {
    server.listen(port, metrics.host);
    await once(server, "listening");
  } catch (error) {
    logger.error({ err: error, port }, `${processName} goes on without figures: METRICS_PORT cannot be opened`);
  }
}
