import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../server/database/free-port";
import { type DebianPostgres, startDebianPostgres } from "../cluster/debian-postgres";
import { type Swift, startSwift } from "../services/swift";
import { fillIn } from "./blocks";

/** Runs the product when root follows the page: a user without any rights. */
export const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
export const asNobody = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : "";

export interface Ports {
  app: number;
  maps: number;
  webs: readonly [number, number];
  mapsInstances: readonly [number, number];
  /** Servers by the port in the page's examples. */
  metrics: Readonly<Record<string, number>>;
}

const METRICS_EXAMPLES = ["9464", "9465", "9466", "9467", "9468"];

/** What the page expects on an administrator's machine: empty folders, PostgreSQL with the superuser `postgres`, an object store. */
export class Sandbox {
  /** Answers that the administrator enters. */
  readonly rolePassword = "ThePasswordOfTheRole42";

  private constructor(
    readonly folder: string,
    readonly ports: Ports,
    readonly swift: Swift,
    private readonly postgres: DebianPostgres,
  ) {}

  static async open(): Promise<Sandbox> {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-deploy-"));
    await chmod(folder, 0o755);
    for (const name of ["opt", "var", "bin", "etc/systemd/system", "etc/nginx"]) {
      await mkdir(path.join(folder, name), { mode: 0o755, recursive: true });
    }
    const port = () => freePort();
    const ports: Ports = {
      app: await port(),
      maps: await port(),
      webs: [await port(), await port()],
      mapsInstances: [await port(), await port()],
      metrics: Object.fromEntries(await Promise.all(METRICS_EXAMPLES.map(async (example) => [example, await port()]))),
    };
    const sandbox = new Sandbox(folder, ports, await startSwift(), await startDebianPostgres(folder));
    // The server comes with a database and a superuser of the product's name. The page creates its own role without these rights.
    await sandbox.onServer("DROP DATABASE sea_vision", "CREATE ROLE postgres SUPERUSER LOGIN", "ALTER ROLE postgres PASSWORD 'postgres'");
    await sandbox.onServer("ALTER ROLE sea_vision RENAME TO first_superuser");
    return sandbox;
  }

  /** Runs statements as the server's administrator. */
  async onServer(...statements: string[]): Promise<void> {
    const url = Object.assign(new URL(this.postgres.url), { pathname: "/postgres" });
    const asPostgres = Object.assign(new URL(url), { username: "postgres", password: "postgres" });
    const client = await connect(asPostgres.href).catch(() => connect(url.href));
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Returns host and port of the server. */
  get server(): string {
    return new URL(this.postgres.url).host;
  }

  /** Returns the folder of a path on this machine. */
  place(documented: string): string {
    return fillIn(documented, this.values);
  }

  /** Returns this machine's values for the examples of the page. */
  get values(): Record<string, string> {
    const { host, hostname, port } = new URL(this.postgres.url);
    const { endpoint, accessKeyId, secretAccessKey } = this.swift;
    const owner = isRoot ? `--owner=${NOBODY} --group=${NOBODY}` : "";
    const [firstWeb, secondWeb] = this.ports.webs;
    const [firstMaps, secondMaps] = this.ports.mapsInstances;
    const metrics = Object.entries(this.ports.metrics).map(([example, own]) => [example, String(own)]);
    return {
      ...Object.fromEntries(metrics),
      "/opt/sea-vision": path.join(this.folder, "opt/sea-vision"),
      "/etc/sea-vision.env": path.join(this.folder, "etc/sea-vision.env"),
      "/etc/systemd/system": path.join(this.folder, "etc/systemd/system"),
      "/etc/nginx/conf.d": path.join(this.folder, "etc/nginx"),
      "/usr/local/sbin": path.join(this.folder, "bin"),
      "/var/lib/sea-vision": path.join(this.folder, "var/sea-vision"),
      "/backups": path.join(this.folder, "backups"),
      "https://sea-vision.example.com": `http://localhost:${this.ports.app}`,
      "https://*.maps.example.net": `http://*.localhost:${this.ports.maps}`,
      "https://s3.example.com": endpoint,
      "S3_ACCESS_KEY_ID='KEY'": `S3_ACCESS_KEY_ID='${accessKeyId}'`,
      "S3_SECRET_ACCESS_KEY='SECRET'": `S3_SECRET_ACCESS_KEY='${secretAccessKey}'`,
      "sea_vision:PASSWORD@127.0.0.1:5432": `sea_vision:${this.rolePassword}@${host}`,
      "sudo -u postgres ": `env PGUSER=postgres PGPASSWORD=postgres PGHOST=${hostname} PGPORT=${port} `,
      // Like sudo: without the administrator's environment, and with the user's own home folder.
      "sudo --user=sea-vision": `env --ignore-environment HOME=${path.join(this.folder, "opt/sea-vision")} PATH="$PATH" ${asNobody}`,
      "--owner=sea-vision --group=sea-vision": owner,
      "--group=sea-vision": isRoot ? `--group=${NOBODY}` : "",
      "sea-vision-web@3000": `sea-vision-web@${firstWeb}`,
      "sea-vision-web@3010": `sea-vision-web@${secondWeb}`,
      "sea-vision-maps@3001": `sea-vision-maps@${firstMaps}`,
      "sea-vision-maps@3011": `sea-vision-maps@${secondMaps}`,
      "127.0.0.1:3000": `127.0.0.1:${firstWeb}`,
      "127.0.0.1:3010": `127.0.0.1:${secondWeb}`,
      "127.0.0.1:3001": `127.0.0.1:${firstMaps}`,
      "127.0.0.1:3011": `127.0.0.1:${secondMaps}`,
    };
  }

  /** Installs the files that the page copies from a release, with this machine's values. */
  async fillInFiles(release: string): Promise<void> {
    const folder = path.join(release, "docs/deploy");
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      await writeFile(file, this.place(await readFile(file, "utf8")));
    }
  }

  /** Installs a replacement for a program that would change this machine. */
  async standIn(name: string, script: string): Promise<void> {
    await writeFile(path.join(this.folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /**
   * Runs commands like an administrator's shell that ends at the first failure.
   * @param typed input for programs that ask for it
   * @throws Error with the output
   */
  shell(commands: string, typed = ""): Promise<string> {
    const env = {
      // The programs of PostgreSQL 15, the server's version.
      PATH: `${this.folder}/bin:/usr/lib/postgresql/15/bin:${process.env.PATH}`,
      HOME: process.env.HOME,
      NODE_ENV: process.env.NODE_ENV,
    };
    return new Promise((resolve, reject) => {
      // Without its own terminal, a program reads its input from here.
      const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", this.place(commands)], { env, cwd: this.folder, detached: true });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          printed += chunk;
        });
      }
      child.once("error", reject);
      child.once("close", (code) => {
        if (code === 0) resolve(printed);
        else reject(new Error(`${commands}\n${printed}`));
      });
      // The commands may end without reading their input. Their exit code says whether they did their work.
      child.stdin.on("error", () => undefined).end(typed);
    });
  }

  async close(): Promise<void> {
    await this.postgres.stop();
    await this.swift.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Returns what the page assumes and this machine lacks. */
export function lacks(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return false;
  } catch {
    return true;
  }
}
