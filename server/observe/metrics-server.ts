import cluster from "node:cluster";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AggregatorRegistry, collectDefaultMetrics, register } from "prom-client";
import { pool } from "../../lib/db/client";
import { env, type MetricsSettings } from "../../lib/env";
import { notFound } from "../../lib/errors";
import { logger } from "../../lib/logging/logger";
import { gauge } from "../../lib/logging/metrics/instruments";
import { findHealthHandler, HEALTH_METHODS } from "../health/handler";
import { type BytesHandler, checkMethod, runHandler } from "../http/handler";
import type { WantedPort } from "../supervisor/ports";

const METRICS_PATH = "/metrics";

/** Also answers the first process of several, in the others. */
const ofAll = new AggregatorRegistry();

const handleMetrics: BytesHandler = async (request, response) => {
  const hasWorkers = Object.keys(cluster.workers ?? {}).length > 0;
  const text = await (hasWorkers ? ofAll.clusterMetrics() : register.metrics());
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(text),
    "Content-Type": register.contentType,
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : text);
};

function measurePool(): void {
  gauge("sea_vision_database_connections", "Connections of this process to the database, by what they do.", ["state"], (connections) => {
    const { totalCount, idleCount } = pool();
    connections.set({ state: "idle" }, idleCount);
    connections.set({ state: "in_use" }, totalCount - idleCount);
  });
  gauge("sea_vision_database_connections_limit", "Connections to the database that this process may have.", [], (limit) => {
    limit.set(pool().options.max ?? 0);
  });
  gauge("sea_vision_database_waiting", "Queries of this process that wait for a connection to the database.", [], (waiting) => {
    waiting.set(pool().waitingCount);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const handle = path === METRICS_PATH ? handleMetrics : findHealthHandler(path, true);
  if (!handle) throw notFound(`There is nothing here. The metrics are at ${METRICS_PATH}.`);
  checkMethod(request, HEALTH_METHODS);
  await handle(request, response, {});
}

/** Serves metrics and health checks without authentication when METRICS_PORT is set. No proxy may expose the port. */
export async function openMetricsServer(processName: string): Promise<void> {
  const { metrics } = env();
  if (!metrics) return;
  collectDefaultMetrics();
  measurePool();
  if (cluster.isWorker) return;
  const server = createServer((request, response) => void runHandler(() => answer(request, response), request, response));
  // Stays open until the process ends, so that the shutdown is measured too.
  server.unref();
  const port = metricsPortOf(processName, metrics);
  try {
    server.listen(port, metrics.host);
    await once(server, "listening");
  } catch (error) {
    logger.error({ err: error, port }, `${processName} runs without metrics: METRICS_PORT cannot be opened`);
  }
}

/** Under the supervisor three processes share one host and have consecutive ports. */
const processes = ["web", "maps", "worker"];

/** Returns the port of a process. Without the supervisor it is METRICS_PORT itself. */
export function metricsPortOf(processName: string, { port }: MetricsSettings, isSupervised = process.send !== undefined): number {
  return isSupervised ? port + Math.max(0, processes.indexOf(processName)) : port;
}

export function metricsPorts(settings: MetricsSettings | null): WantedPort[] {
  if (!settings) return [];
  return processes.map((name) => ({ variable: "METRICS_PORT", port: metricsPortOf(name, settings, true) }));
}
