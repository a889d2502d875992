import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

/** A process, told apart from an earlier one that had its number: after a restart of the machine or the container they begin anew. */
interface Holder {
  pid: number;
  /** When it began, in the kernel's own count; empty where there is no /proc. */
  startTime: string;
}

/** The process that has a lock which somebody else wants. */
export class LockHeldError extends Error {
  constructor(readonly pid: number) {
    super(`Process ${pid} has it already.`);
  }
}

/** Fields 3 (state) and 22 (start) of /proc/<pid>/stat, see proc(5); the second field may hold spaces and brackets. */
function statOf(pid: number): { state: string; startTime: string } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { state: fields[0] ?? "", startTime: fields[19] ?? "" };
  } catch {
    return { state: "", startTime: "" };
  }
}

function isAlive({ pid, startTime }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive and another user's.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const stat = statOf(pid);
  // What nobody has waited for keeps its number when it has ended, in many containers for good.
  return stat.state !== "Z" && stat.startTime === startTime;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { pid, startTime }: Partial<Holder> = JSON.parse(await readFile(file, "utf8"));
    return typeof pid === "number" && pid > 0 && typeof startTime === "string" ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}

/** @returns true while the process that took the lock is alive */
export async function isLocked(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  return holder !== undefined && isAlive(holder);
}

/** A link appears with its content or not at all, and never in place of another. @returns whether it is the one */
async function linkAlone(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Two that start at once may both see the same stale lock: only the one that moves that very lock away may go on. */
async function removeStale(file: string, stale: Holder | undefined, grave: string): Promise<void> {
  await rename(file, grave).catch(() => undefined);
  const moved = await readHolder(grave);
  const isFresh = moved !== undefined && (moved.pid !== stale?.pid || moved.startTime !== stale.startTime);
  if (isFresh) await link(grave, file).catch(() => undefined);
  await rm(grave, { force: true });
}

/**
 * Takes a lock that one process of this machine has at a time. That of a dead one is taken over.
 * @param file where it is kept, in a folder that is there
 * @returns a function that gives it free
 * @throws LockHeldError while another process has it; what the disk says when it cannot be kept there
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const own: Holder = { pid: process.pid, startTime: statOf(process.pid).startTime };
  try {
    await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
    while (!(await linkAlone(draft, file))) {
      const holder = await readHolder(file);
      if (holder && isAlive(holder)) throw new LockHeldError(holder.pid);
      await removeStale(file, holder, `${draft}.stale`);
    }
    return () => rm(file, { force: true });
  } finally {
    await rm(draft, { force: true });
  }
}
