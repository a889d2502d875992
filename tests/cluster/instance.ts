import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { until } from "../setup/until";

export type Kind = "web" | "maps" | "worker";

/** Returns true once a process of that kind works. */
const readyPaths: Record<Kind, string | null> = { web: "/api/health/ready", maps: "/health/ready", worker: null };

const KEPT_OUTPUT = 100_000;

/** One process of the product, kept running as a service manager does. */
export class Instance {
  private child: ChildProcess | undefined;
  private printed = "";

  constructor(
    readonly name: string,
    private readonly kind: Kind,
    private readonly port: number,
    private readonly settings: Record<string, string>,
  ) {}

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** The end of its output. */
  get output(): string {
    return this.printed;
  }

  /** Resolves when it works. */
  async start(): Promise<this> {
    const env = { ...process.env, ...this.settings, SEA_VISION_PROCESS: this.name, LOG_LEVEL: "info" };
    const child = spawn(process.execPath, ["--enable-source-maps", `dist/${this.kind}.js`], { env, stdio: ["ignore", "pipe", "pipe"] });
    let own = "";
    let isStarted = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        own = (own + text).slice(-KEPT_OUTPUT);
        // Requests follow at once, and their log lines may displace this one.
        isStarted ||= own.includes(`${this.kind} is ready`);
        this.printed = (this.printed + text).slice(-KEPT_OUTPUT);
      });
    }
    this.child = child;
    await until(
      `${this.name} is ready`,
      async () => {
        if (child.exitCode !== null) throw new Error(`${this.name} ended (${child.exitCode}):\n${own}`);
        return isStarted && (await this.isReady());
      },
      180_000,
    );
    return this;
  }

  /** Ends it. @returns its exit code; null after a signal that it did not handle */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, "exit");
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  }

  /** Returns true when its port refuses connections. */
  refuses(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => resolve(false));
      socket.once("error", () => resolve(true)).once("connect", () => socket.destroy());
    });
  }

  /** Stops it with SIGSTOP until it is resumed, as on a busy machine. */
  pause(): void {
    this.child?.kill("SIGSTOP");
  }

  resume(): void {
    this.child?.kill("SIGCONT");
  }

  private async isReady(): Promise<boolean> {
    const path = readyPaths[this.kind];
    if (path === null) return true;
    const answer = await fetch(`${this.origin}${path}`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }
}
