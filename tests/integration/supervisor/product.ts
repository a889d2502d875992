import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../server/database/free-port";
import { NO_BUCKET } from "../../setup/doctor";
import { until } from "../../setup/until";
import { listProcesses, type RunningProcess } from "./processes";

/** How one copy of the product is started. */
export interface Copy {
  dataDir: string;
  port: number;
  mapsPort: number;
  /** Settings on top of the usual ones, such as where its blobs are kept. */
  settings?: Record<string, string>;
}

/** A copy with ports of its own. @param dataDir a folder that is there; without it, a new one */
export async function newCopy(dataDir?: string): Promise<Copy> {
  return {
    dataDir: dataDir ?? (await mkdtemp(path.join(tmpdir(), "sea-vision-copy-"))),
    port: await freePort(),
    mapsPort: await freePort(),
  };
}

export async function removeCopy({ dataDir }: Copy): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** The built product as `npm start` runs it, in a process group of its own, as a terminal would make one. */
export class Product {
  private printed = "";
  private readonly child: ChildProcess;
  /** Exit code; null after a signal. */
  readonly exited: Promise<number | null>;

  constructor(readonly copy: Copy) {
    const own = { PORT: String(copy.port), MAPS_PORT: String(copy.mapsPort), DATA_DIR: copy.dataDir, SEED_DEMO: "0" };
    // This test file's own database and origins are not for the product.
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

  /** Everything printed so far, by any of its processes. */
  get output(): string {
    return this.printed;
  }

  /** Resolves when it says that it is running. @throws Error with its output when it ends instead. */
  async running(): Promise<this> {
    const ended = this.exited.then((code) => {
      throw new Error(`The product ended (${code}):\n${this.printed}`);
    });
    await Promise.race([ended, until("the product runs", () => this.printed.includes("Sea-Vision is running at"), 120_000)]);
    return this;
  }

  /** What Ctrl-C in a terminal does: the signal goes to every process of the group. */
  interrupt(): void {
    if (this.child.pid) process.kill(-this.child.pid, "SIGINT");
  }

  /** Ends the supervisor alone, without a chance to tidy up. */
  killSupervisor(): void {
    this.child.kill("SIGKILL");
  }

  /** Ends everything; for the end of a test, whatever state it left. */
  async end(): Promise<void> {
    this.child.kill("SIGTERM");
    await this.exited;
  }

  /** All processes of this copy, the database's included. */
  processes(): RunningProcess[] {
    return listProcesses(this.copy.dataDir);
  }

  /** The processes of that name, web, maps, worker or postgres: one, unless it has just ended. */
  findAll(name: string): RunningProcess[] {
    const isNamed = ({ command }: RunningProcess) =>
      name === "postgres" ? command[0]?.endsWith("/bin/postgres") : command.at(-1)?.endsWith(`/${name}.js`);
    return this.processes().filter((one) => one.belongs && isNamed(one));
  }

  /** The one process of that name. @throws Error when there is none. */
  find(name: string): RunningProcess {
    const [only] = this.findAll(name);
    if (!only) throw new Error(`There is no process ${name}.`);
    return only;
  }

  /** Status of GET /api/health; 0 when nothing answers. */
  async health(): Promise<number> {
    const answer = await fetch(`${this.origin}/api/health`).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  }
}
