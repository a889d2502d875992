import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { inject } from "vitest";
import { freePort } from "@/server/database/free-port";

/** The maps process as it runs in the product, on its own port. */
export class MapsProcess {
  private readonly exited: Promise<unknown[]>;
  private printed = "";

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.exited = once(child, "close");
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.printed += text;
    });
  }

  /** Resolves when it accepts requests. @param more settings on top of this process's own */
  static async start(more: Record<string, string> = {}): Promise<MapsProcess> {
    const port = await freePort();
    const bundle = path.join(inject("bundles"), "maps.js");
    const child = fork(bundle, {
      execArgv: [],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...process.env, ...more, MAPS_PORT: String(port) },
    });
    const maps = new MapsProcess(child, port);
    const [message] = await Promise.race([once(child, "message"), maps.exited]);
    if ((message as { type?: string } | null)?.type !== "ready") throw new Error("The maps process did not start.");
    return maps;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Its log lines. Complete once it has ended. */
  get output(): string {
    return this.printed;
  }

  /** Sends SIGTERM without waiting for the end. */
  tellToEnd(): void {
    this.child.kill("SIGTERM");
  }

  /** Ends it as the supervisor does. @returns its exit code */
  async stop(): Promise<number | null> {
    this.tellToEnd();
    const [code] = await this.exited;
    return code as number | null;
  }
}
