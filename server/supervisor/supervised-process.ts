import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { logger } from "../../lib/logging/logger";
import { endTimes } from "../health/ending";

/**
 * Returns the flags of Node for a process. The young generation is smaller than V8's default: web took 347 instead of 402 MB in bench/s3.
 * The worker collects garbage before its heap is twice its live data. Without that limit its memory grew on a busy machine, where V8's threads
 * wait: a folder of 2,000,000 files took up to 540 MB.
 */
export function nodeFlags(name: string): string[] {
  return ["--enable-source-maps", "--max-semi-space-size=4", ...(name === "worker" ? ["--heap-growing-percent=100"] : [])];
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 15_000;
/** After this time the restart delay begins anew. */
const STEADY_MS = 30_000;
/** Added to the process's own limits before it is killed. */
const KILL_DELAY_MS = 2_000;

interface Running {
  child: ChildProcess;
  ready: Promise<boolean>;
  ended: Promise<void>;
}

/** A process that is restarted when it ends unexpectedly. */
export class SupervisedProcess {
  private running: Running | undefined;
  private isStopping = false;
  private isRestarting = false;
  private readonly stopped = new AbortController();

  constructor(private readonly file: string) {}

  get name(): string {
    return path.basename(this.file, ".js");
  }

  /** Resolves when the process accepts work. @throws Error when it ended instead; then it is not restarted. */
  async start(): Promise<void> {
    const first = this.launch();
    if (!(await first.ready)) throw new Error(`The ${this.name} process did not start; its last words are above.`);
    void this.keepRunning(first);
  }

  restart(): void {
    this.isRestarting = true;
    void this.end(this.running);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopped.abort();
    await this.end(this.running);
  }

  kill(): void {
    const pid = this.running?.child.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended.
    }
  }

  private launch(): Running {
    const child = spawn(process.execPath, [...nodeFlags(this.name), this.file], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // glibc keeps freed memory otherwise.
      env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", ...process.env, SEA_VISION_PROCESS: this.name },
      // Ctrl-C must not reach it: the supervisor ends all processes in order.
      detached: true,
    });
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const ready = new Promise<boolean>((resolve) => {
      child.on("message", (message) => resolve(typeof message === "object" && "type" in message && message.type === "ready"));
      void ended.then(() => resolve(false));
    });
    this.running = { child, ready, ended };
    return this.running;
  }

  private async end(running: Running | undefined): Promise<void> {
    if (!running) return;
    running.child.kill("SIGTERM");
    const { drainMs, processMs } = endTimes(true);
    const limitMs = drainMs + processMs + KILL_DELAY_MS;
    const limit = setTimeout(() => {
      logger.error(`${this.name} did not end within ${limitMs / 1000} s; ended by force`);
      this.kill();
    }, limitMs);
    await running.ended;
    clearTimeout(limit);
  }

  private async keepRunning(first: Running): Promise<void> {
    let delay = FIRST_DELAY_MS;
    for (let running = first; ; running = this.launch()) {
      const startedAt = Date.now();
      await running.ended;
      // Its child processes would keep its port.
      this.kill();
      if (this.isStopping) return;
      if (Date.now() - startedAt > STEADY_MS) delay = FIRST_DELAY_MS;
      if (!this.isRestarting) {
        const { exitCode, signalCode } = running.child;
        logger.error({ code: exitCode, signal: signalCode }, `${this.name} ended unexpectedly; restarting it in ${delay} ms`);
        await pause(delay, undefined, { signal: this.stopped.signal }).catch(() => undefined);
        delay = Math.min(delay * 2, LONGEST_DELAY_MS);
      }
      this.isRestarting = false;
      if (this.isStopping) return;
    }
  }
}
