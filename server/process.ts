import cluster from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseUnavailable } from "../lib/errors";
import { logger } from "../lib/logging/logger";
import { refuseForeignStore } from "../lib/storage/inspection/owner";
import { type EndTimes, ending, endingMessage, endTimes } from "./health/ending";
import { awaitMigrations } from "./health/migrations";
import { openMetricsServer } from "./observe/metrics-server";

const CHECK_INTERVAL_MS = 5_000;

/** Returns the error while the database or the store is unavailable, which every process tolerates. @throws ForeignStoreError */
async function findObstacle(): Promise<unknown> {
  try {
    return await refuseForeignStore();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return error;
    throw error;
  }
}

async function checkRepeatedly(signal: AbortSignal): Promise<void> {
  do await pause(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted && (await findObstacle()) !== null);
}

/** Checks that the store is this database's. While one is unavailable, it checks in the background and calls `refuse`. @throws ForeignStoreError */
async function checkOwnStore(name: string, signal: AbortSignal, refuse: (error: unknown) => void): Promise<void> {
  const obstacle = await findObstacle();
  if (obstacle === null) return;
  logger.warn({ err: obstacle }, `${name} can't check yet whether the object store belongs to its database`);
  checkRepeatedly(signal).catch(refuse);
}

export interface Service {
  /** Still takes work, but reports that it will end. */
  drain?(): void;
  /** Ends after the work in progress. */
  close(): Promise<void>;
}

/** Runs a process until SIGTERM, the end of its supervisor or an uncaught error. A second signal cuts the drain (DRAIN_SECONDS) short. */
export async function runProcess(name: string, start: (times: EndTimes) => Promise<Service>): Promise<void> {
  const times = endTimes();
  const draining = new AbortController();
  let service: Service | undefined;
  let stopping = false;

  const die = (error: unknown) => {
    logger.fatal({ err: error }, `${name} failed`);
    process.exit(1);
  };

  const close = async () => {
    const limit = times.processMs;
    setTimeout(() => {
      logger.warn(`${name} did not close within ${limit / 1000} s`);
      process.exit(1);
    }, limit).unref();
    ending.close();
    try {
      await service?.close();
      process.exit(0);
    } catch (error) {
      die(error);
    }
  };

  const stop = async (drainMs: number) => {
    if (stopping) return draining.abort();
    stopping = true;
    ending.drain();
    service?.drain?.();
    if (service && drainMs > 0) await pause(drainMs, undefined, { signal: draining.signal }).catch(() => undefined);
    await close();
  };

  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
  process.on("SIGTERM", () => stop(times.drainMs));
  if (cluster.isWorker) {
    process.on("message", (message) => {
      const type = endingMessage.safeParse(message).data?.type;
      // A service manager may have sent SIGTERM to all processes.
      if (type === "close" || (type === "drain" && !stopping)) void stop(type === "close" ? 0 : times.drainMs);
    });
  }
  process.on("disconnect", () => stop(0));
  // Ctrl-C also reaches supervised processes, which the supervisor ends in order.
  process.on("SIGINT", () => {
    if (!process.send) void stop(0);
  });

  // The supervisor ended before the listeners were added.
  if (process.connected === false) return stop(0);

  try {
    // Opened first, so that monitoring sees why the process waits.
    await openMetricsServer(name);
    await awaitMigrations(name, ending.closes);
    await checkOwnStore(name, ending.closes, die);
    service = await start(times);
  } catch (error) {
    die(error);
  }
  process.send?.({ type: "ready" });
  if (!cluster.isWorker) logger.info(`${name} is ready`);
}
