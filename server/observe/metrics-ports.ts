import type { MetricsSettings } from "../../lib/env";
import type { WantedPort } from "../supervisor/ports";

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
