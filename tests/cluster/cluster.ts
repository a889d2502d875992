import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../server/database/free-port";
import { createBucket } from "../services/bucket";
import { startSwift } from "../services/swift";
import { firstSignIn } from "../setup/first-sign-in";
import { makeCertificates } from "./certificates";
import { startDebianPostgres } from "./debian-postgres";
import { Instance, type Kind } from "./instance";
import { startNginx } from "./nginx";

const BUCKET = "sea-vision-cluster";

/** Where the blobs are: in an object store of this test, or in a folder shared by all processes. */
export type Store = "s3" | "disk";

/** How clients reach the cluster: on HTTP with one origin for all maps, or on HTTPS with an origin for each. */
export type Reach = "http" | "https";

/** Hosts on HTTPS. Both belong to one site: there browsers isolate maps from the application less than on two. */
const HOSTS = { app: "sea-vision.example.com", maps: "maps.example.com" };

/** Two web, two maps and two worker processes behind nginx. They share only PostgreSQL and an object store. */
export interface Cluster {
  appOrigin: string;
  /** Same format as MAPS_ORIGIN. */
  mapsOrigin: string;
  /** URL of the application for programs on this machine. */
  apiOrigin: string;
  /** Folder of nginx's certificates; null on HTTP. */
  certificates: string | null;
  databaseUrl: string;
  instances: readonly Instance[];
  instance(name: string): Instance;
  /** Output and exit code of `npm run doctor`. */
  examine(): Promise<{ code: number; printed: string }>;
  /** Headers of a signed-in account. */
  signIn(role: "admin" | "user" | "superadmin"): Promise<{ Authorization: string }>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

function run(script: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["--enable-source-maps", script], { env: { ...process.env, ...env } }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, printed: `${out}${err}` });
    });
  });
}

async function emptyFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

interface StoreSettings {
  settings: Record<string, string>;
  /** Returns the DATA_DIR of a process. */
  dataDirOf(name: string): Promise<string>;
}

async function openS3(folder: string, undo: (() => Promise<unknown>)[]): Promise<StoreSettings> {
  const swift = await startSwift();
  undo.push(swift.stop);
  await createBucket(swift, BUCKET);
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: swift.endpoint,
      S3_REGION: swift.region,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      S3_FORCE_PATH_STYLE: "1",
    },
    // No process may need files from another one's disk.
    dataDirOf: (name) => emptyFolder(path.join(folder, name)),
  };
}

function openDisk(folder: string): StoreSettings {
  const unset = { S3_BUCKET: "", S3_ENDPOINT: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" };
  return { settings: unset, dataDirOf: () => emptyFolder(path.join(folder, "shared")) };
}

/** Starts everything on free ports, in a temporary folder. */
export async function startCluster(store: Store, reach: Reach = "http"): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-cluster-"));
  await chmod(folder, 0o711);
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await build({ folder, store, reach, undo, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Plan {
  folder: string;
  store: Store;
  reach: Reach;
  undo: (() => Promise<unknown>)[];
  stop: () => Promise<void>;
}

function originsOf(reach: Reach, app: number, maps: number): { appOrigin: string; mapsOrigin: string } {
  if (reach === "http") return { appOrigin: `http://localhost:${app}`, mapsOrigin: `http://localhost:${maps}` };
  return { appOrigin: `https://${HOSTS.app}:${app}`, mapsOrigin: `https://*.${HOSTS.maps}:${maps}` };
}

async function build({ folder, store, reach, undo, stop }: Plan): Promise<Cluster> {
  const postgres = await startDebianPostgres(folder);
  undo.push(postgres.stop);
  const { settings, dataDirOf } = store === "s3" ? await openS3(folder, undo) : openDisk(folder);
  const app = await freePort(8);
  const [maps, web1, web2, maps1, maps2, worker1, worker2] = [app + 1, app + 2, app + 3, app + 4, app + 5, app + 6, app + 7];
  const { appOrigin, mapsOrigin } = originsOf(reach, app, maps);
  const apiOrigin = reach === "http" ? appOrigin : `http://localhost:${web1}`;
  const common = {
    NODE_ENV: "production",
    DATABASE_URL: postgres.url,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    APP_ORIGIN: appOrigin,
    MAPS_ORIGIN: mapsOrigin,
    TRUSTED_PROXIES: "1",
    MAP_IMAGES: "0",
    ...settings,
    // Uses the values that the documentation recommends.
    DRAIN_SECONDS: "",
    DRAIN_LIMIT_SECONDS: "",
    DATA_DIR: await dataDirOf("prepared"),
  };
  const prepared = await run("dist/migrate.js", { ...common, SEED_DEMO: "1" });
  if (prepared.code !== 0) throw new Error(`The database could not be prepared:\n${prepared.printed}`);
  process.env.E2E_PRODUCT_DIR = common.DATA_DIR;

  const instanceOf = async (name: string, kind: Kind, port: number) => {
    // On a machine with other work, the low priority of a worker makes its end slow.
    const limit = kind === "worker" ? { DRAIN_LIMIT_SECONDS: "120" } : {};
    const own = { PORT: String(port), MAPS_PORT: String(port), DATA_DIR: await dataDirOf(name), ...limit };
    return new Instance(name, kind, port, { ...common, ...own });
  };
  const instances = await Promise.all([
    instanceOf("web-1", "web", web1),
    instanceOf("web-2", "web", web2),
    instanceOf("maps-1", "maps", maps1),
    instanceOf("maps-2", "maps", maps2),
    instanceOf("worker-1", "worker", worker1),
    instanceOf("worker-2", "worker", worker2),
  ]);
  undo.push(() => Promise.all(instances.map((one) => one.end("SIGKILL"))));
  await Promise.all(instances.map((one) => one.start()));
  const certificates = reach === "http" ? null : await makeCertificates(folder, HOSTS);
  const nginx = await startNginx(folder, { app, maps, webs: [web1, web2], mapsInstances: [maps1, maps2] }, certificates);
  undo.push(nginx.stop);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  pool.on("error", () => undefined);
  undo.push(() => pool.end());

  return {
    appOrigin,
    mapsOrigin,
    apiOrigin,
    certificates,
    databaseUrl: postgres.url,
    instances,
    instance(name) {
      const found = instances.find((one) => one.name === name);
      if (!found) throw new Error(`There is no ${name}.`);
      return found;
    },
    examine: () => run("dist/doctor.js", common),
    async signIn(role) {
      const answer = await fetch(`${apiOrigin}/api/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(firstSignIn(role)),
      });
      if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
      const { token } = (await answer.json()) as { token: string };
      return { Authorization: `Bearer ${token}` };
    },
    async query(text, values) {
      return (await pool.query(text, values)).rows;
    },
    stop,
  };
}
