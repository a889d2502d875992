import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** A server that is measured, as a process of its own. */
export class ServerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * Resolves when it takes requests.
   * @param file below the root
   * @param root of a checkout, which is also where it runs
   * @param environment on top of this process's own
   */
  static async start(
    file: string,
    { args = [], root, environment = {} }: { args?: string[]; root: string; environment?: Record<string, string> },
  ): Promise<ServerProcess> {
    const env = { ...process.env, ...environment };
    const child = fork(path.join(root, file), args, { execArgv: ["--import", "tsx"], cwd: root, env });
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it was ready.`)));
    await Promise.race([once(child, "message"), ended]);
    ended.catch(() => undefined);
    return new ServerProcess(child);
  }

  /** Processor time that it has used, in microseconds: unlike requests per second it does not depend on who else is at work. */
  async processorTime(): Promise<number> {
    const [, fields = ""] = (await readFile(`/proc/${this.child.pid}/stat`, "latin1")).split(") ");
    const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
    return (user + system) * 10_000;
  }

  async stop(): Promise<void> {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}
