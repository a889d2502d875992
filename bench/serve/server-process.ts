import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** A measured server as its own process. */
export class ServerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * Resolves when the server accepts requests.
   * @param file path below the root
   * @param root of a checkout, also the working folder
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

  /** Returns its processor time in microseconds. Unlike requests per second, it does not depend on other processes. */
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
