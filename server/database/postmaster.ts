import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries";
import { type Runner, spawnArguments } from "./runner";
import { settingArguments } from "./settings";

/** A running server. */
export interface Postmaster {
  /** Resolves when the server is gone, for whatever reason. */
  exited: Promise<void>;
  /** Ends every connection, writes everything to disk, and ends the server. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  binaries: Binaries;
  runner: Runner;
  /** Folder of the cluster. */
  cluster: string;
  /** File that the server's own log is added to. */
  logFile: string;
  port: number;
  durable: boolean;
  /** A database that exists, to ask whether the server is ready. */
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
    // A server that refuses the password is up; waiting would not help.
    if (error instanceof pg.DatabaseError && error.code === "28P01") throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Ends the server when this process dies without having ended it: the shell waits at a pipe that the kernel closes.
 * @returns a function that calls the watch off, and waits until it has gone.
 */
function endWithParent({ runner, cluster }: PostmasterOptions, pid: number): () => Promise<void> {
  const script = 'read -r _ || kill -INT "$1"';
  // The shell has no use for the cluster's name; whoever reads a list of processes has.
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

/**
 * Starts the server and waits until it answers.
 * @throws Error with the end of its log when it ends before that.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, runner, cluster, logFile, port, durable } = options;
  const log = openSync(logFile, "a", 0o600);
  const command = spawnArguments(runner, binaries.postgres, ["-D", cluster, ...settingArguments(port, durable)]);
  const child = spawn(command.command, command.args, { ...command.options, stdio: ["ignore", log, log] });
  closeSync(log);
  const callOff = child.pid === undefined ? undefined : endWithParent(options, child.pid);
  let running = true;
  const exited = exitOf(child).then(() => {
    running = false;
    return callOff?.();
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
