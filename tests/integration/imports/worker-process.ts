import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { inject } from "vitest";
import { nodeFlags } from "@/server/supervisor/supervised-process";

export class WorkerProcess {
  private readonly exited: Promise<unknown[]>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, "exit");
  }

  /** Starts a worker and waits until it is ready. @param env in addition to this process's environment */
  static async start(env: Record<string, string> = {}): Promise<WorkerProcess> {
    const worker = WorkerProcess.spawn(env);
    const [message] = await Promise.race([once(worker.child, "message"), worker.exited]);
    if ((message as { type?: string } | null)?.type !== "ready") throw new Error("The worker did not start.");
    return worker;
  }

  static spawn(env: Record<string, string> = {}): WorkerProcess {
    const bundle = path.join(inject("bundles"), "worker.js");
    return new WorkerProcess(fork(bundle, { execArgv: nodeFlags("worker"), env: { ...process.env, ...env } }));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal and returns the exit code, or null when the signal ended the process. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    const [code] = await this.exited;
    return code as number | null;
  }
}
