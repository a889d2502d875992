import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../server/database/free-port";
import { NO_BUCKET } from "../../setup/doctor";
import { until } from "../../setup/until";
import { listProcesses, type RunningProcess } from "./processes";

/** Settings of one copy of the product. */
export interface Copy {
  dataDir: string;
  port: number;
  mapsPort: number;
  /** Additional settings, such as the location of the blobs. */
  settings?: Record<string, string>;
}

/** Creates a copy with free ports. @param dataDir an existing folder; a new one by default */
export async function newCopy(dataDir?: string): Promise<Copy> {
  const port = await freePort(2);
  return { dataDir: dataDir ?? (await mkdtemp(path.join(tmpdir(), "sea-vision-copy-"))), port, mapsPort: port + 1 };
}

export async function removeCopy({ dataDir }: Copy): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** The built product, run by `npm start` in its own process group like in a terminal. */
export class Product {
  private printed = "";
  private readonly child: ChildProcess;
  readonly exited: Promise<number | null>;

  constructor(readonly copy: Copy) {
    const own = { PORT: String(copy.port), MAPS_PORT: String(copy.mapsPort), DATA_DIR: copy.dataDir, SEED_DEMO: "0" };
    // The product must not use the database and origins of this test file.
    const unset = { DATABASE_URL: "", AUTH_SECRET: "", APP_ORIGIN: "", MAPS_ORIGIN: "", LOG_LEVEL: "", ...NO_BUCKET };
    this.child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start"], {
      env: { ...process.env, ...unset, ...own, ...copy.settings },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.printed += text;
      });
    }
    this.exited = new Promise((resolve) => this.child.once("close", resolve));
  }

  get origin(): string {
    return `http://localhost:${this.copy.port}`;
  }

  get output(): string {
    return this.printed;
  }

  /** Waits until the product reports that it is running. @throws Error with the output when it ends instead */
  async running(): Promise<this> {
    const ended = this.exited.then((code) => {
      throw new Error(`The product ended (${code}):\n${this.printed}`);
    });
    await Promise.race([ended, until("the product runs", () => this.printed.includes("Sea-Vision is running at"), 120_000)]);
    return this;
  }

  /** Sends SIGINT to every process of the group, like Ctrl-C in a terminal. */
  interrupt(): void {
    if (this.child.pid) process.kill(-this.child.pid, "SIGINT");
  }

  killSupervisor(): void {
    this.child.kill("SIGKILL");
  }

  async end(): Promise<void> {
    this.child.kill("SIGTERM");
    await this.exited;
  }

  /** Returns all processes of this copy, including the database. */
  processes(): RunningProcess[] {
    return listProcesses(this.copy.dataDir);
  }

  /** Returns the processes with that name: web, maps, worker or postgres. Those that maps shares its port with are left out. */
  findAll(name: string): RunningProcess[] {
    const isNamed = ({ command, parent }: RunningProcess) =>
      name === "postgres" ? command[0]?.endsWith("/bin/postgres") : command.at(-1)?.endsWith(`/${name}.js`) && parent === this.child.pid;
    return this.processes().filter((one) => one.belongs && isNamed(one));
  }

  /** Returns the process with that name. @throws Error when there is none */
  find(name: string): RunningProcess {
    const [only] = this.findAll(name);
    if (!only) throw new Error(`There is no process ${name}.`);
    return only;
  }

  /** Returns the status of GET /api/health, or 0 without a response. */
  async health(): Promise<number> {
    const answer = await fetch(`${this.origin}/api/health`).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  }
}
