import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { BackupSession } from "./session";

/** Variables that are not just named after their parameter of a connection URL. */
const otherNames: Readonly<Record<string, string>> = {
  application_name: "PGAPPNAME",
  connect_timeout: "PGCONNECT_TIMEOUT",
  dbname: "PGDATABASE",
};
const parameters =
  /^(application_name|channel_binding|connect_timeout|dbname|host|hostaddr|options|password|port|ssl\w+|target_session_attrs|user)$/;

const variableOf = (parameter: string) => otherNames[parameter] ?? `PG${parameter.replaceAll("_", "").toUpperCase()}`;

const withoutUnset = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value));

/** Returns the connection URL as variables. Arguments of programs are readable by every user, so the password can't be one. */
function forPostgres(databaseUrl: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = [...searchParams].filter(([name]) => parameters.test(name)).map(([name, value]) => [variableOf(name), value]);
  return withoutUnset({
    // URLs have brackets around IPv6 addresses, PGHOST doesn't.
    PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(given),
  });
}

function forRclone(settings: NodeJS.ProcessEnv) {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = settings;
  if (!S3_BUCKET) return {};
  const isPathStyle = S3_FORCE_PATH_STYLE ? ["1", "true"].includes(S3_FORCE_PATH_STYLE) : Boolean(S3_ENDPOINT);
  return withoutUnset({
    RCLONE_CONFIG_STORE_TYPE: "s3",
    RCLONE_CONFIG_STORE_PROVIDER: S3_ENDPOINT ? "Other" : "AWS",
    RCLONE_CONFIG_STORE_ENDPOINT: S3_ENDPOINT,
    RCLONE_CONFIG_STORE_REGION: S3_REGION || "us-east-1",
    RCLONE_CONFIG_STORE_FORCE_PATH_STYLE: String(isPathStyle),
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
    // Without keys, the role of the machine is used, as in the product.
    RCLONE_CONFIG_STORE_ENV_AUTH: S3_ACCESS_KEY_ID ? undefined : "true",
    // A key that may only read and write objects can't check whether the bucket exists.
    RCLONE_CONFIG_STORE_NO_CHECK_BUCKET: "true",
  });
}

/** Returns the environment of an operator's command: PG* and DATABASE_URL, and rclone's remote `store`. RCLONE_* settings win. */
export function commandEnvironment(databaseUrl: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...forRclone(settings), ...settings, ...forPostgres(databaseUrl), DATABASE_URL: databaseUrl };
}

const CHECK_EVERY_MS = 10_000;
const END_WITHIN_MS = 10_000;

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  checkEveryMs?: number;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Waits for all processes of a group, because a shell that gets a signal doesn't wait for its programs. */
async function awaitGroup(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + END_WITHIN_MS;
  while (signalGroup(child, 0)) {
    if (Date.now() > deadline) return void signalGroup(child, "SIGKILL");
    await pause(25);
  }
}

/** Runs a command under the backup lock. Returns its exit code, or 128 plus a signal's number. @throws Error when the lock was lost */
export async function runCommand(
  session: Pick<BackupSession, "check">,
  command: string,
  { env, signal, checkEveryMs = CHECK_EVERY_MS }: RunOptions,
): Promise<number> {
  signal.throwIfAborted();
  // In a process group of its own, so that signals reach the shell's programs too.
  const child = spawn(command, { shell: true, stdio: "inherit", detached: true, env });
  const closed = once(child, "close");
  const lost = new AbortController();
  const check = () =>
    session.check().catch((cause: unknown) => {
      lost.abort(new Error("The connection to the database was lost meanwhile: the backup may lack files. Repeat it.", { cause }));
    });
  const stopped = AbortSignal.any([signal, lost.signal]);
  const stop = () => signalGroup(child, "SIGTERM");
  stopped.addEventListener("abort", stop);
  // The checks also keep firewalls from dropping the idle connection.
  const checking = setInterval(check, checkEveryMs);
  try {
    const [code, endedBy] = (await closed) as [number | null, NodeJS.Signals | null];
    stopped.removeEventListener("abort", stop);
    if (stopped.aborted) await awaitGroup(child);
    await check();
    lost.signal.throwIfAborted();
    return code ?? 128 + constants.signals[endedBy ?? "SIGTERM"];
  } finally {
    clearInterval(checking);
    stopped.removeEventListener("abort", stop);
  }
}
