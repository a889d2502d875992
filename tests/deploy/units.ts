import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { asNobody } from "./sandbox";

/** The PATH of systemd, and the folder of Node on this machine. */
const PATH = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${path.dirname(process.execPath)}`;

interface Unit {
  command: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Seconds until it is killed. */
  stopSeconds: number;
}

interface Running {
  child: ChildProcess;
  stopSeconds: number;
  printed: string;
}

/** Replaces systemd: starts and ends processes as the units of a folder specify, as a user without rights. */
export class Units {
  private readonly running = new Map<string, Running>();

  constructor(private readonly folder: string) {}

  async start(name: string): Promise<void> {
    const { command, cwd, env, stopSeconds } = await this.read(name);
    const [program = "", ...args] = [...asNobody.split(" ").filter(Boolean), ...command];
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const running: Running = { child, stopSeconds, printed: "" };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        running.printed += chunk;
      });
    }
    this.running.set(name, running);
  }

  /** Ends a unit and waits, as systemctl does. @throws Error with its output when it does not end well */
  async stop(name: string): Promise<void> {
    const running = this.running.get(name);
    if (!running) throw new Error(`${name} was not started.`);
    this.running.delete(name);
    const { child, stopSeconds } = running;
    const ended = once(child, "exit");
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      const limit = setTimeout(() => child.kill("SIGKILL"), stopSeconds * 1000);
      await ended;
      clearTimeout(limit);
    }
    if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}:\n${running.printed}`);
  }

  async restart(name: string): Promise<void> {
    await this.stop(name);
    await this.start(name);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running.keys()].map((name) => this.stop(name)));
  }

  /** Returns the working folders of the running units. */
  async folders(): Promise<Map<string, string>> {
    const found = [...this.running].map(async ([name, { child }]) => [name, await readlink(`/proc/${child.pid}/cwd`)] as const);
    return new Map(await Promise.all(found));
  }

  /** Returns the output of all running units, for error messages. */
  get log(): string {
    return [...this.running].map(([name, { printed }]) => `── ${name}\n${printed.slice(-4_000)}`).join("\n");
  }

  private async read(name: string): Promise<Unit> {
    const [, template = name, instance = ""] = /^(.*@)(.*)$/.exec(name) ?? [];
    const dropIns = path.join(this.folder, `${name}.service.d`);
    const more = existsSync(dropIns) ? (await readdir(dropIns)).map((file) => path.join(dropIns, file)) : [];
    const texts = await Promise.all([path.join(this.folder, `${template}.service`), ...more].map((file) => readFile(file, "utf8")));
    const lines = texts
      .join("\n")
      .replaceAll("%i", instance)
      .split("\n")
      .map((line) => /^(\w+)=(.*)$/.exec(line));
    const valuesOf = (key: string) => lines.flatMap((line) => (line?.[1] === key ? [line[2] ?? ""] : []));
    const stopSeconds = Number(valuesOf("TimeoutStopSec").at(-1));
    if (!(stopSeconds > 0)) throw new Error(`${name} has no TimeoutStopSec.`);
    const [command, cwd, settings] = ["ExecStart", "WorkingDirectory", "EnvironmentFile"].map((key) => valuesOf(key).at(-1) ?? "");
    const own = parseEnv(valuesOf("Environment").join("\n").replaceAll(" ", "\n"));
    return {
      command: command?.split(" ") ?? [],
      cwd: cwd ?? "",
      stopSeconds,
      env: { NODE_ENV: "production", PATH, ...own, ...parseEnv(await readFile(settings ?? "", "utf8")) },
    };
  }
}
