import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { until } from "../setup/until";
import { asNobody } from "./sandbox";

const runFile = promisify(execFile);

/** Runs processes in place of containers. They have the files of an image's stage, and nothing else of the product. */
export class Containers {
  private readonly running: { name: string; child: ChildProcess }[] = [];
  private printed = "";

  /** @param env all variables of a container except the program's path */
  constructor(
    private readonly stage: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Runs a command like `docker compose run`. @returns its output; @throws Error with the output when it fails */
  async run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
    const [program = "", ...words] = this.command(args);
    const { stdout, stderr } = await runFile(program, words, { cwd: this.stage, env: this.environment(more) });
    return stdout + stderr;
  }

  /** Starts a process like `docker compose up`. Returns when the image's HEALTHCHECK succeeds or the process has ended. */
  async start(name: string, more: Readonly<Record<string, string>>): Promise<void> {
    const [program = "", ...words] = this.command([`dist/${name}.js`]);
    const child = spawn(program, words, { cwd: this.stage, env: this.environment(more), stdio: ["ignore", "pipe", "pipe"] });
    this.running.push({ name, child });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.printed += chunk;
      });
    }
    const isHealthy = () => {
      if (child.exitCode !== null) throw new Error(`${name} ended:\n${this.printed}`);
      if (!more.HEALTH_URL) return this.printed.includes(`${name} is ready`);
      const check = this.run(["scripts/image/check-health.mjs"], more);
      return check.then(
        () => true,
        () => false,
      );
    };
    await until(`${name} is healthy`, isHealthy);
  }

  /** @throws Error when a process does not end well */
  async stop(): Promise<void> {
    for (const { name, child } of this.running.splice(0)) {
      const ended = once(child, "exit");
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}:\n${this.printed}`);
    }
  }

  private command(args: readonly string[]): string[] {
    return [...asNobody.split(" ").filter(Boolean), process.execPath, "--enable-source-maps", ...args];
  }

  private environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    return { NODE_ENV: "production", PATH: `/usr/lib/postgresql/15/bin:${process.env.PATH}`, ...this.env, ...more };
  }
}
