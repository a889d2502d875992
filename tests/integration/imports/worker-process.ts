import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { inject } from "vitest";

/** The worker as a process of its own, which a test can kill. */
export class WorkerProcess {
  private readonly exited: Promise<unknown[]>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, "exit");
  }

  /** Resolves when it takes work. @param env on top of this process's own */
  static async start(env: Record<string, string> = {}): Promise<WorkerProcess> {
    const worker = WorkerProcess.spawn(env);
    const [message] = await Promise.race([once(worker.child, "message"), worker.exited]);
    if ((message as { type?: string } | null)?.type !== "ready") throw new Error("The worker did not start.");
    return worker;
  }

  /** Does not wait until it takes work. */
  static spawn(env: Record<string, string> = {}): WorkerProcess {
    const bundle = path.join(inject("bundles"), "worker.js");
    return new WorkerProcess(fork(bundle, { execArgv: [], env: { ...process.env, ...env } }));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @returns its exit code; null when the signal ended it */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    const [code] = await this.exited;
    return code as number | null;
  }
}
