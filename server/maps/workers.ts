import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { logger } from "../../lib/logging/logger";
import { type EndingStep, type EndTimes, ending } from "../health/ending";
import type { Service } from "../process";

const RESTART_MS = 1_000;

function sendToAll(type: EndingStep): void {
  for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) worker.send({ type });
}

/** Runs processes of this program that share its ports, and replaces those that end. */
export class Workers implements Service {
  private readonly ended = new Set<Promise<unknown>>();
  /** Processes that do not listen to messages yet. */
  private readonly starting = new Set<Worker>();
  private readonly settings: Record<string, string>;

  constructor({ drainMs, requestsMs }: EndTimes) {
    // Without these, a worker would use the default limits instead of those of the first process.
    this.settings = { DRAIN_SECONDS: String(drainMs / 1_000), DRAIN_LIMIT_SECONDS: String(requestsMs / 1_000) };
  }

  /** Resolves when all accept requests. @throws Error when one ends instead */
  async start(count: number): Promise<this> {
    await Promise.all(Array.from({ length: count }, () => this.fork()));
    return this;
  }

  drain(): void {
    sendToAll("drain");
  }

  async close(): Promise<void> {
    sendToAll("close");
    for (const worker of this.starting) worker.process.kill("SIGTERM");
    await Promise.all(this.ended);
  }

  private async fork(): Promise<void> {
    const worker = cluster.fork(this.settings);
    const ended = once(worker, "exit");
    this.ended.add(ended);
    void ended.then(() => this.ended.delete(ended));
    this.starting.add(worker);
    const isReady = await Promise.race([once(worker, "message").then(() => true), ended.then(() => false)]);
    this.starting.delete(worker);
    if (!isReady) throw new Error("A process of the maps did not start.");
    void this.replace(worker, ended);
  }

  private async replace({ id }: Worker, ended: Promise<unknown>): Promise<void> {
    const [code, signal] = (await ended) as [number | null, string | null];
    while (!ending.isDraining) {
      logger.error({ worker: id, code, signal }, `a process of the maps ended unexpectedly; starting another in ${RESTART_MS} ms`);
      await pause(RESTART_MS);
      if (ending.isDraining) return;
      try {
        return await this.fork();
      } catch {
        // The process has logged its error. Try again.
      }
    }
  }
}
