import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { BackupSession } from "./session";

const CHECK_EVERY_MS = 10_000;
/** What has been told to end and does not is killed after so long. */
const END_WITHIN_MS = 10_000;

export interface WhileOptions {
  /** Of the command; commandEnvironment makes it. */
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  checkEveryMs?: number;
}

/** The database gave no sign that it kept its promise all the time. */
export class PromiseLostError extends Error {
  constructor(cause: unknown) {
    super("The connection to the database was lost meanwhile: the backup may lack files. Repeat it.", { cause });
  }
}

/** Sends a signal to all of a group of processes. @returns whether there was any */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** A shell that is told to end does not wait for its programs. */
async function awaitGroup(leader: number): Promise<void> {
  const deadline = Date.now() + END_WITHIN_MS;
  while (signalGroup(leader, 0)) {
    if (Date.now() > deadline) return void signalGroup(leader, "SIGKILL");
    await pause(25);
  }
}

/**
 * Runs a command of the operator's while nothing that is stored is deleted. To stop means to stop all that the command has started;
 * the promise holds until the last of it has ended its work.
 * @returns its exit code; as a shell has it, 128 and the signal's number when a signal ended it
 * @throws PromiseLostError when the database did not keep its promise all the time; Error when the command cannot be started
 */
export async function runWhile(
  session: Pick<BackupSession, "check">,
  command: string,
  { env, signal, checkEveryMs = CHECK_EVERY_MS }: WhileOptions,
): Promise<number> {
  signal.throwIfAborted();
  // In a group of its own, of which each program gets the signal, and not the shell alone that waits for them.
  const child = spawn(command, { shell: true, stdio: "inherit", detached: true, env });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    if (child.pid) signalGroup(child.pid, "SIGTERM");
  };
  const closed = once(child, "close");
  let lost: unknown;
  signal.addEventListener("abort", stop, { once: true });
  // A silent connection is one that a firewall forgets; and a copy that is in vain need not be finished.
  const looking = setInterval(() => {
    session.check().catch((error: unknown) => {
      lost = error;
      stop();
    });
  }, checkEveryMs);
  try {
    const [code, endedBy] = (await closed) as [number | null, NodeJS.Signals | null];
    if (isStopped && child.pid) await awaitGroup(child.pid);
    await session.check().catch((error: unknown) => {
      lost = error;
    });
    if (lost !== undefined) throw new PromiseLostError(lost);
    return code ?? 128 + constants.signals[endedBy ?? "SIGTERM"];
  } finally {
    clearInterval(looking);
    signal.removeEventListener("abort", stop);
  }
}
