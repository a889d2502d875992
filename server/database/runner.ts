import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import type { Binaries } from "./binaries";

interface Owner {
  uid: number;
  gid: number;
}

/** How to run PostgreSQL's programs. PostgreSQL refuses to run as root, so root runs them as another user. */
export interface Runner {
  /** Owner of the data; undefined for the user of this process. */
  owner?: Owner;
  prefix: string[];
  become?: Owner;
}

/** PostgreSQL gets none of the product's secrets. Next's types require NODE_ENV. */
const postgresEnvironment = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

function lookUp(name: string): Owner | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  });
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

/** Returns the users to try. Existing data keeps its owner. */
function candidates(cluster: string): Owner[] {
  const existing = existsSync(cluster) ? statSync(cluster) : undefined;
  if (existing && existing.uid !== 0) return [{ uid: existing.uid, gid: existing.gid }];
  return [lookUp("postgres"), lookUp("nobody")].filter((owner) => owner !== undefined);
}

/** Returns ways to run as `owner`. The later ones keep a capability to open folders, which access(2) honours by `no_setuid_fixup`. */
function waysToBecome(owner: Owner): Runner[] {
  const keeping = (capability: string): Runner => {
    const capabilities = ["inh-caps", "ambient-caps", "bounding-set"].map((set) => `--${set}=-all,+${capability}`);
    const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--no-new-privs"];
    return { owner, prefix: ["setpriv", ...identity, "--securebits=+no_setuid_fixup", ...capabilities, "--"] };
  };
  return [{ owner, prefix: [], become: owner }, keeping("dac_read_search"), keeping("dac_override")];
}

export function spawnArguments({ prefix, become }: Runner, program: string, args: string[]) {
  const [command = program, ...rest] = [...prefix, program, ...args];
  // Detached: Ctrl-C must not stop the database before the processes that use it.
  return { command, args: rest, options: { cwd: "/", env: postgresEnvironment, detached: true, ...become } };
}

function reaches(runner: Runner, binaries: Binaries, dataDir: string): boolean {
  const script = '"$1" --version >/dev/null && cd "$2"';
  const { command, args, options } = spawnArguments(runner, "sh", ["-c", script, "sh", binaries.postgres, dataDir]);
  return spawnSync(command, args, { ...options, stdio: "ignore" }).status === 0;
}

/** Returns how to run PostgreSQL on the data in `dataDir`. @throws Error saying what to do when no user can */
export function findRunner(binaries: Binaries, dataDir: string, cluster: string): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const ways = candidates(cluster).flatMap(waysToBecome);
  const runner = ways.find((way) => reaches(way, binaries, dataDir));
  if (runner) return runner;
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach both ${binaries.postgres} and ${dataDir}. ` +
      "Start Sea-Vision as an ordinary user, or from a folder that others may pass (chmod o+x), " +
      "or install util-linux (setpriv), or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
