import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Binaries } from "./binaries";
import { type Runner, spawnArguments } from "./runner";

export const clusterRole = "sea_vision";

/** Runs one of PostgreSQL's programs to its end. @throws Error with its output */
function run(runner: Runner, program: string, args: string[], input = ""): Promise<void> {
  const { command, args: all, options } = spawnArguments(runner, program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, options);
    const printed: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} failed (${code}):\n${Buffer.concat(printed).toString().trim()}`));
    });
  });
}

async function ownedFolder(runner: Runner, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (runner.owner) await chown(folder, runner.owner.uid, runner.owner.gid);
}

/** Creates a missing cluster, with UTF-8 and a system-independent collation. The rename at the end leaves no incomplete one. */
export async function ensureCluster(runner: Runner, binaries: Binaries, cluster: string, durable: boolean): Promise<void> {
  if (existsSync(cluster)) return;
  const draft = `${cluster}.creating`;
  await rm(draft, { recursive: true, force: true });
  await ownedFolder(runner, draft);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${clusterRole}`, "--auth-local=reject", "--auth-host=scram-sha-256"];
  const sync = durable ? [] : ["--no-sync"];
  await run(runner, binaries.initdb, ["-D", draft, "--no-instructions", ...locale, ...access, ...sync]);
  await rename(draft, cluster);
}

/** Checks the major version of a cluster, because PostgreSQL can't read another one. @throws Error */
export async function checkVersion(cluster: string, expected: string): Promise<void> {
  const found = (await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim();
  if (found !== expected) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${found}, and this release brings PostgreSQL ${expected}. Dump it with the old release first.`,
    );
  }
}

/** Sets the superuser's password while the server is stopped. @param password letters and digits only */
export async function setPassword(runner: Runner, binaries: Binaries, cluster: string, password: string): Promise<void> {
  await run(runner, binaries.postgres, ["--single", "-D", cluster, "postgres"], `ALTER ROLE ${clusterRole} PASSWORD '${password}'\n`);
}
