import { logger } from "../lib/logger";

/** A running process, as its start function hands it over. */
export interface Service {
  /** Takes no more work, finishes what is under way and frees what it holds. */
  close(): Promise<void>;
}

/** Shorter than the supervisor's own limit, so that a process that hangs says so before it is killed. */
const CLOSE_LIMIT_MS = 8_000;

/**
 * The frame of web, maps and worker: starts the service, tells the supervisor that it is ready,
 * and ends the process when it is told to (SIGTERM), when the supervisor is gone, or on an error nobody caught.
 * Alone (without a supervisor) Ctrl-C ends it too.
 * @param start resolves when the service takes work.
 */
export async function runProcess(name: string, start: () => Promise<Service>): Promise<void> {
  let service: Service | undefined;
  let stopping = false;

  const die = (error: unknown) => {
    logger.fatal({ err: error }, `${name} failed`);
    process.exit(1);
  };

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logger.warn(`${name} did not close within ${CLOSE_LIMIT_MS / 1000} s`);
      process.exit(1);
    }, CLOSE_LIMIT_MS).unref();
    try {
      await service?.close();
      process.exit(0);
    } catch (error) {
      die(error);
    }
  };

  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
  // Ctrl-C reaches every process of the terminal; a supervised one leaves it to the supervisor to end all in order.
  process.on("SIGINT", () => {
    if (!process.send) void stop();
  });

  try {
    service = await start();
  } catch (error) {
    die(error);
  }
  process.send?.({ type: "ready" });
  logger.info(`${name} is ready`);
}
