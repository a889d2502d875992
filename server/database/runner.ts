import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import type { Binaries } from "./binaries";

/** A user of this machine. */
interface Owner {
  uid: number;
  gid: number;
}

/** How to run PostgreSQL's programs: PostgreSQL refuses to run as root, so root hands them to somebody else. */
export interface Runner {
  /** Who must own the data; undefined when it is whoever runs this process. */
  owner?: Owner;
  /** What goes before the program's own name on the command line. */
  prefix: string[];
  /** Whom Node itself is to become when it starts the command. */
  become?: Owner;
}

/** PostgreSQL needs nothing of ours: no secret leaves through its environment. (NODE_ENV is there for the types alone, which Next makes require it.) */
const postgresEnvironment = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

function lookUp(name: string): Owner | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  });
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

/** Who already owns the data goes on owning it, whatever users exist today. */
function candidates(cluster: string): Owner[] {
  const existing = existsSync(cluster) ? statSync(cluster) : undefined;
  if (existing && existing.uid !== 0) return [{ uid: existing.uid, gid: existing.gid }];
  return [lookUp("postgres"), lookUp("nobody")].filter((owner) => owner !== undefined);
}

/**
 * The ways to become `owner`. A clone in root's home or in a `mktemp -d` folder (mode 0700) is closed to everybody else,
 * so the later ways keep one capability of root's, the one that opens folders, and no other.
 * `no_setuid_fixup` makes access(2), by which PostgreSQL checks its own files, see the capability too.
 */
function waysToBecome(owner: Owner): Runner[] {
  const keeping = (capability: string): Runner => {
    const capabilities = ["inh-caps", "ambient-caps", "bounding-set"].map((set) => `--${set}=-all,+${capability}`);
    const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--no-new-privs"];
    return { owner, prefix: ["setpriv", ...identity, "--securebits=+no_setuid_fixup", ...capabilities, "--"] };
  };
  return [{ owner, prefix: [], become: owner }, keeping("dac_read_search"), keeping("dac_override")];
}

/** Command, arguments and options that run `program` as the runner says, with PostgreSQL's environment, apart from the terminal. */
export function spawnArguments({ prefix, become }: Runner, program: string, args: string[]) {
  const [command = program, ...rest] = [...prefix, program, ...args];
  // Detached: Ctrl-C reaches every process of the terminal, and the database must outlive those that use it.
  return { command, args: rest, options: { cwd: "/", env: postgresEnvironment, detached: true, ...become } };
}

function reaches(runner: Runner, binaries: Binaries, dataDir: string): boolean {
  const script = '"$1" --version >/dev/null && cd "$2"';
  const { command, args, options } = spawnArguments(runner, "sh", ["-c", script, "sh", binaries.postgres, dataDir]);
  return spawnSync(command, args, { ...options, stdio: "ignore" }).status === 0;
}

/**
 * Finds who can run PostgreSQL on the data in `dataDir`.
 * @param cluster folder of the data itself, which need not exist yet.
 * @throws Error saying what to do when nobody can.
 */
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
