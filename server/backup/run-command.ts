import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { BackupSession } from "./session";

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
