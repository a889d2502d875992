import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { Binaries } from "../../server/database/binaries";
import { clusterRole, setPassword } from "../../server/database/cluster";
import { freePort } from "../../server/database/free-port";
import { startPostmaster } from "../../server/database/postmaster";
import { findRunner, spawnArguments } from "../../server/database/runner";

/** The oldest supported PostgreSQL, from Debian's packages. */
const FOLDER = "/usr/lib/postgresql/15/bin";
const binaries: Binaries = { initdb: path.join(FOLDER, "initdb"), postgres: path.join(FOLDER, "postgres"), version: "15" };

export interface DebianPostgres {
  /** URL of an empty database. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL 15 with its own cluster in a folder, separate from any other on this machine. */
export async function startDebianPostgres(folder: string): Promise<DebianPostgres> {
  const home = path.join(folder, "postgres");
  const cluster = path.join(home, "cluster");
  await mkdir(home);
  await chmod(home, 0o711);
  const runner = findRunner(binaries, home, cluster);
  await mkdir(cluster, { mode: 0o700 });
  if (runner.owner) await chown(cluster, runner.owner.uid, runner.owner.gid);
  const access = [`--username=${clusterRole}`, "--auth-local=reject", "--auth-host=scram-sha-256"];
  const { command, args, options } = spawnArguments(runner, binaries.initdb, [
    "-D",
    cluster,
    ...["--no-instructions", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", ...access],
  ]);
  execFileSync(command, args, { ...options, stdio: "pipe" });
  const password = randomBytes(24).toString("hex");
  await setPassword(runner, binaries, cluster, password);
  const port = await freePort();
  const urlOf = (database: string) => `postgresql://${clusterRole}:${password}@127.0.0.1:${port}/${database}`;
  const logFile = path.join(home, "postgres.log");
  const postmaster = await startPostmaster({ binaries, runner, cluster, logFile, port, durable: false, probeUrl: urlOf("postgres") });
  const client = new pg.Client({ connectionString: urlOf("postgres") });
  await client.connect();
  await client.query("CREATE DATABASE sea_vision").finally(() => client.end());
  return { url: urlOf("sea_vision"), stop: postmaster.stop };
}
