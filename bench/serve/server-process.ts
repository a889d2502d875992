import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Returns the processor time of a process in microseconds. */
async function processorTimeOf(pid: number): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "latin1")).split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10_000;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** A measured server, as its own process with its child processes. */
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
    const child = fork(path.join(root, file), args, {
      execArgv: ["--import", "tsx"],
      cwd: root,
      env,
    });
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it was ready.`)));
    await Promise.race([once(child, "message"), ended]);
    ended.catch(() => undefined);
    return new ServerProcess(child);
  }

  /** Starts a program. Resolves when it accepts connections. */
  static async startProgram(program: string, args: string[], port: number): Promise<ServerProcess> {
    const child = spawn(program, args, { stdio: "inherit" });
    await once(child, "spawn");
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended before it was ready.`);
      await pause(20);
    }
    return new ServerProcess(child);
  }

  /** Returns its processor time in microseconds. Unlike requests per second, it depends little on other processes. */
  async processorTime(): Promise<number> {
    const { pid = 0 } = this.child;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "latin1")).split(" ").filter(Boolean).map(Number);
    const times = await Promise.all([pid, ...children].map(processorTimeOf));
    return times.reduce((sum, time) => sum + time, 0);
  }

  async stop(): Promise<void> {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}
