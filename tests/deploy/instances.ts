import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { until } from "../setup/until";
import type { Sandbox } from "./sandbox";

/** Processes that run as the page's systemd units have it. */
export class Instances {
  private readonly children: ChildProcess[] = [];

  constructor(private readonly sandbox: Sandbox) {}

  /** @throws Error with what the unit has printed when it ends instead of becoming ready */
  async start(process: "web" | "maps" | "worker", port?: number): Promise<void> {
    const file = `docs/deploy/systemd/sea-vision-${process}${process === "worker" ? "" : "@"}.service`;
    const unit = await readFile(file, "utf8");
    const wanted = `ExecStart=/usr/bin/node --enable-source-maps dist/${process}.js\n`;
    if (!unit.includes(wanted)) throw new Error(`${file} no longer says ${wanted}`);
    const own = /^Environment=(.*)$/m.exec(unit)?.[1]?.replaceAll("%i", String(port)).replaceAll(" ", "\n") ?? "";
    const settings = { ...parseEnv(own), ...parseEnv(await readFile(this.sandbox.settings, "utf8")) };
    const [command = "", ...args] = this.sandbox.unitCommand(process);
    const env = { PATH: globalThis.process.env.PATH, ...settings, NODE_ENV: "production" as const };
    const child = spawn(command, args, { cwd: this.sandbox.product, env, stdio: ["ignore", "pipe", "pipe"] });
    this.children.push(child);
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk;
      });
    }
    await until(`${process} is ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${process} ended:\n${printed}`);
      if (port === undefined) return printed.includes("worker is ready");
      const address = `http://127.0.0.1:${port}${process === "web" ? "/api" : ""}/health/ready`;
      return (await fetch(address).catch(() => undefined))?.status === 200;
    });
  }

  /** As systemctl stop. @throws Error when one does not end well */
  async stop(): Promise<void> {
    for (const child of this.children.splice(0)) {
      const ended = once(child, "exit");
      if (child.exitCode !== null) continue;
      child.kill("SIGTERM");
      // A second one cuts the drain short, in which there is nobody here to wait for.
      child.kill("SIGTERM");
      const [code] = await ended;
      if (code !== 0) throw new Error(`A process ended with ${code}.`);
    }
  }
}
