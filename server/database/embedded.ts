import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isRunning } from "../../lib/jobs/lock";
import { logger } from "../../lib/logging/logger";
import { findBinaries } from "./binaries";
import { checkVersion, clusterRole, ensureCluster, setPassword } from "./cluster";
import { freePort } from "./free-port";
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster";
import { findRunner } from "./runner";

const FAST_LIMIT_MS = 30_000;
const IMMEDIATE_LIMIT_MS = 5_000;

/** Returns true when the process is a server of this cluster, which its command line names. Process ids are reused. */
function serves(pid: number, cluster: string): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync("/proc/self/cmdline")) return isRunning(pid);
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").split("\0").includes(cluster);
}

/** Stops a server that a killed supervisor has left on this cluster. @throws Error when it doesn't end */
async function stopStale(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const attempts = [
    ["SIGINT", FAST_LIMIT_MS],
    ["SIGQUIT", IMMEDIATE_LIMIT_MS],
    ["SIGKILL", IMMEDIATE_LIMIT_MS],
  ] as const;
  for (const [signal, limit] of attempts) {
    if (!serves(pid, cluster)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + limit;
    while (serves(pid, cluster) && Date.now() < deadline) await pause(50);
  }
  if (serves(pid, cluster)) throw new Error(`An old PostgreSQL (process ${pid}) still uses ${cluster} and does not end.`);
}

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

const DATABASE = "sea_vision";
const START_ATTEMPTS = 5;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

async function keptPassword(urlFile: string): Promise<string | undefined> {
  return existsSync(urlFile) ? new URL((await readFile(urlFile, "utf8")).trim()).password : undefined;
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function startOnFreePort(options: Omit<PostmasterOptions, "port" | "probeUrl">, urlOf: (port: number, database: string) => string) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, postmaster: await startPostmaster({ ...options, port, probeUrl: urlOf(port, "postgres") }) };
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

/** Restarts the server whenever it ends unexpectedly. Returns a function that stops it. */
function keepRunning(first: Postmaster, restart: () => Promise<Postmaster>): () => Promise<void> {
  let current = first;
  let stopping = false;
  const watch = async () => {
    await current.exited;
    for (let delay = 100; !stopping; ) {
      logger.error("the embedded database ended unexpectedly; restarting it");
      try {
        current = await restart();
        // stop() may have been called while it was starting.
        if (stopping) await current.stop();
        delay = 100;
        logger.info("the embedded database is back");
        await current.exited;
      } catch (error) {
        logger.error({ err: error }, "the embedded database does not start");
        await pause(delay, undefined, { ref: false });
        delay = Math.min(delay * 2, 5_000);
      }
    }
  };
  const watching = watch();
  return async () => {
    stopping = true;
    await current.stop();
    await watching;
  };
}

/** Starts the PostgreSQL of DATA_DIR, or creates it (decision 0048). The caller holds the lock of DATA_DIR. @throws Error */
export async function openEmbedded({ dataDir, durable = true }: { dataDir: string; durable?: boolean }): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const cluster = path.join(dataDir, "postgres");
  const urlFile = path.join(dataDir, "database-url");
  const logFile = path.join(dataDir, "postgres.log");
  const binaries = findBinaries();
  const runner = findRunner(binaries, dataDir, cluster);
  await ensureCluster(runner, binaries, cluster, durable);
  await checkVersion(cluster, binaries.version);
  await stopStale(cluster);

  const kept = await keptPassword(urlFile);
  const password = kept ?? randomBytes(24).toString("hex");
  if (kept === undefined) await setPassword(runner, binaries, cluster, password);
  const urlOf = (port: number, database: string) => `postgresql://${clusterRole}:${password}@127.0.0.1:${port}/${database}`;

  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) await rm(logFile);
  const options = { binaries, runner, cluster, logFile, durable };
  const { port, postmaster } = await startOnFreePort(options, urlOf);
  const stop = keepRunning(postmaster, () => startPostmaster({ ...options, port, probeUrl: urlOf(port, "postgres") }));
  const url = urlOf(port, DATABASE);
  await createDatabase(urlOf(port, "postgres"));
  await writeFile(urlFile, `${url}\n`, { mode: 0o600 });
  return { url, stop };
}
