import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries";
import { type Runner, spawnArguments } from "./runner";

/** Settings for bulk inserts (rare checkpoints) and for backups of a running server (wal_level). */
const productSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  wal_level: "replica",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  wal_buffers: "16MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  // Parallel workers share memory in /dev/shm, which containers limit to 64 MB.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  logging_collector: "off",
};

const throwAwaySettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "128MB" };

/** Returns the settings as arguments of `postgres`, so that a release can change them. */
function settingArguments(port: number, durable: boolean): string[] {
  const settings = { ...productSettings, ...(durable ? {} : throwAwaySettings), port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

export interface Postmaster {
  exited: Promise<void>;
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  binaries: Binaries;
  runner: Runner;
  cluster: string;
  logFile: string;
  port: number;
  durable: boolean;
  /** Connection URL of an existing database, to check whether the server is ready. */
  probeUrl: string;
}

/** Recovery after a power cut replays up to `max_wal_size` of log. */
const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 60_000;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 28P01: wrong password. Waiting doesn't help.
    if (error instanceof pg.DatabaseError && error.code === "28P01") throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops the server when this process is killed, which closes the pipe that a shell reads. Returns a function that ends the shell. */
function stopWithParent({ runner, cluster }: PostmasterOptions, pid: number): () => Promise<void> {
  const script = 'read -r _ || kill -INT "$1"';
  const { command, args, options } = spawnArguments(runner, "sh", ["-c", script, "sh", String(pid), cluster]);
  const watch = spawn(command, args, { ...options, stdio: ["pipe", "ignore", "ignore"] });
  const gone = exitOf(watch);
  watch.stdin.on("error", () => undefined);
  return () => {
    watch.stdin.end("done\n");
    return gone;
  };
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
}

async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill("SIGINT");
  const limit = new AbortController();
  const late = pause(STOP_LIMIT_MS, "late", { signal: limit.signal, ref: false }).catch(() => "stopped");
  if ((await Promise.race([exited.then(() => "stopped"), late])) === "late") child.kill("SIGQUIT");
  limit.abort();
  await exited;
}

/** Starts the server and waits until it accepts connections. @throws Error with the end of its log when it ends before that */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, runner, cluster, logFile, port, durable } = options;
  const log = openSync(logFile, "a", 0o600);
  const command = spawnArguments(runner, binaries.postgres, ["-D", cluster, ...settingArguments(port, durable)]);
  const child = spawn(command.command, command.args, { ...command.options, stdio: ["ignore", log, log] });
  closeSync(log);
  const endWatch = child.pid === undefined ? undefined : stopWithParent(options, child.pid);
  let running = true;
  const exited = exitOf(child).then(() => {
    running = false;
    return endWatch?.();
  });

  const deadline = Date.now() + START_LIMIT_MS;
  try {
    while (running && Date.now() < deadline && !(await answers(options.probeUrl))) {
      await Promise.race([exited, pause(50)]);
    }
  } catch (error) {
    await stopServer(child, exited);
    throw error;
  }
  if (!running) {
    const lines = (await readFile(logFile, "utf8")).trim().split("\n");
    throw new Error(`PostgreSQL did not start (log: ${path.resolve(logFile)}):\n${lines.slice(-5).join("\n")}`);
  }
  return { exited, stop: () => stopServer(child, exited) };
}
