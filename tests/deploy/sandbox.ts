import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../server/database/free-port";
import { type DebianPostgres, startDebianPostgres } from "../cluster/debian-postgres";
import { type Swift, startSwift } from "../services/swift";

/** Who runs the product when root follows the page: a user without any right. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : "";

export interface Ports {
  app: number;
  maps: number;
  webs: readonly [number, number];
  mapsInstances: readonly [number, number];
}

/** What the page finds on an administrator's machine: empty folders, a PostgreSQL, a store. */
export class Sandbox {
  private constructor(
    readonly folder: string,
    readonly ports: Ports,
    readonly swift: Swift,
    private readonly postgres: DebianPostgres,
  ) {}

  static async open(): Promise<Sandbox> {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-deploy-"));
    await chmod(folder, 0o755);
    for (const name of ["opt", "etc", "var", "backups"]) await mkdir(path.join(folder, name), { mode: 0o755 });
    const port = () => freePort();
    const ports: Ports = {
      app: await port(),
      maps: await port(),
      webs: [await port(), await port()],
      mapsInstances: [await port(), await port()],
    };
    const sandbox = new Sandbox(folder, ports, await startSwift(), await startDebianPostgres(folder));
    // It comes with a database, and the page makes its own.
    await sandbox.onServer("DROP DATABASE sea_vision");
    return sandbox;
  }

  /** Statement by the server's administrator. */
  async onServer(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: Object.assign(new URL(this.postgres.url), { pathname: "/postgres" }).href });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }

  get product(): string {
    return path.join(this.folder, "opt/sea-vision");
  }

  get settings(): string {
    return path.join(this.folder, "etc/sea-vision.env");
  }

  /** This machine's values for the examples of the page. */
  get values(): Record<string, string> {
    const { password, host } = new URL(this.postgres.url);
    const { endpoint, accessKeyId, secretAccessKey } = this.swift;
    const owner = isRoot ? `--owner=${NOBODY} --group=${NOBODY}` : "";
    return {
      "/opt/sea-vision": this.product,
      "/etc/sea-vision.env": this.settings,
      "/var/lib/sea-vision": path.join(this.folder, "var/sea-vision"),
      "/backups": path.join(this.folder, "backups"),
      "https://sea-vision.example.com": `http://localhost:${this.ports.app}`,
      "https://maps.example.com": `http://localhost:${this.ports.maps}`,
      "https://s3.example.com": endpoint,
      "S3_ACCESS_KEY_ID=KEY": `S3_ACCESS_KEY_ID=${accessKeyId}`,
      "S3_SECRET_ACCESS_KEY=SECRET": `S3_SECRET_ACCESS_KEY=${secretAccessKey}`,
      "sea_vision:PASSWORD@127.0.0.1:5432": `sea_vision:${password}@${host}`,
      "sudo -u postgres ": "",
      "sudo -u sea-vision": asNobody,
      "--owner=sea-vision --group=sea-vision": owner,
      "--group=sea-vision": isRoot ? `--group=${NOBODY}` : "",
      "rclone copy --immutable --size-only": `${process.execPath} ${path.resolve("node_modules/tsx/dist/cli.mjs")} ${path.resolve("tests/deploy/copy-bucket.ts")}`,
    };
  }

  /** Runs commands as an administrator's shell does, with the product's settings where they are asked for. @throws Error with what was printed */
  shell(commands: string, { withSettings = false } = {}): Promise<string> {
    const { username, password, hostname, port } = new URL(this.postgres.url);
    const env = {
      PATH: `/usr/lib/postgresql/15/bin:${process.env.PATH}`,
      HOME: process.env.HOME,
      NODE_ENV: process.env.NODE_ENV,
      PGUSER: username,
      PGPASSWORD: password,
      PGHOST: hostname,
      PGPORT: port,
    };
    const load = withSettings ? `set -a; . ${this.settings}; set +a; cd ${this.product}\n` : "";
    const options = { env, cwd: this.folder, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve, reject) => {
      execFile("bash", ["-euo", "pipefail", "-c", `${load}${commands}`], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${commands}\n${stdout}${stderr}`));
        else resolve(stdout);
      });
    });
  }

  /** The command of a unit, as the user that it names. */
  unitCommand(process: "web" | "maps" | "worker"): string[] {
    return [...asNobody.split(" ").filter(Boolean), "node", "--enable-source-maps", `dist/${process}.js`];
  }

  async close(): Promise<void> {
    await this.postgres.stop();
    await this.swift.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
