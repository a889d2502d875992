import { setTimeout as pause } from "node:timers/promises";
import { logger } from "../lib/logging/logger";
import { type EndTimes, endTimes } from "./health/end-times";
import { ending } from "./health/ending";
import { awaitMigrations } from "./health/migrations";
import { checkOwnStore } from "./health/own-store";
import { openMetricsServer } from "./observe/metrics-server";

/** A running process, as its start function hands it over. */
export interface Service {
  /** Goes on taking work, and lets it be known that it will not for long. */
  drain?(): void;
  /** Takes no more work, finishes what is under way and frees what it holds. */
  close(): Promise<void>;
}

/**
 * The frame of web, maps and worker: starts the service, tells the supervisor that it is ready,
 * and ends the process when it is told to (SIGTERM), when the supervisor is gone, or on an error nobody caught.
 * Told to, it first says that it is not ready, while it still takes what a balancer sends that has not noticed yet (DRAIN_SECONDS);
 * a second signal cuts that short. Alone (without a supervisor) Ctrl-C ends it too, without waiting for a balancer.
 * @param start resolves when the service takes work.
 */
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
  process.on("disconnect", () => stop(0));
  // Ctrl-C reaches every process of the terminal; a supervised one leaves it to the supervisor to end all in order.
  process.on("SIGINT", () => {
    if (!process.send) void stop(0);
  });

  // The supervisor has ended while this was being loaded, when nobody was there to hear of it.
  if (process.connected === false) return stop(0);

  try {
    // First of all, so that whoever waits for the rest can see why it takes its time.
    await openMetricsServer(name);
    await awaitMigrations(name, ending.closes);
    await checkOwnStore(name, ending.closes, die);
    service = await start(times);
  } catch (error) {
    die(error);
  }
  process.send?.({ type: "ready" });
  logger.info(`${name} is ready`);
}
