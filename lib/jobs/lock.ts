import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { errorCode } from "../errors";

/** A process. The start time distinguishes it from an earlier one with the same id. */
interface Holder {
  pid: number;
  /** In the kernel's clock ticks. Empty without /proc. */
  startTime: string;
}

export class LockHeldError extends Error {
  constructor(readonly pid: number) {
    super(`Process ${pid} has it already.`);
  }
}

/** Reads state and start time from /proc/<pid>/stat, see proc(5). The second field may contain spaces and brackets. */
function statOf(pid: number): { state: string; startTime: string } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { state: fields[0] ?? "", startTime: fields[19] ?? "" };
  } catch {
    return { state: "", startTime: "" };
  }
}

/** Returns true when there is a process with this id, which may be another one than before. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process belongs to another user.
    return errorCode(error) === "EPERM";
  }
}

function isAlive({ pid, startTime }: Holder): boolean {
  if (!isRunning(pid)) return false;
  const stat = statOf(pid);
  // A zombie keeps its id, in many containers until the container stops.
  return stat.state !== "Z" && stat.startTime === startTime;
}

function parseHolder(text: string): Holder | "unreadable" {
  try {
    const { pid, startTime }: Partial<Holder> = JSON.parse(text);
    const isHolder = Number.isInteger(pid) && Number(pid) > 0 && typeof startTime === "string" && /^\d*$/.test(startTime);
    return isHolder ? { pid: Number(pid), startTime } : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Returns null without a lock, "unreadable" for one that names no process; processes never create such locks. */
async function readHolder(file: string): Promise<Holder | "unreadable" | null> {
  try {
    return parseHolder(await readFile(file, "utf8"));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Returns true while the process that took the lock is alive. @throws the error of the file system */
export async function isLocked(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  return holder !== null && holder !== "unreadable" && isAlive(holder);
}

/** Creates the lock with its content in one step. @returns false when there is one already */
async function linkExclusively(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

const nameOf = (holder: Holder | "unreadable" | null) =>
  typeof holder === "object" ? holder && `${holder.pid}-${holder.startTime}` : holder;

/** Replaces a stale lock under a lock of its own, so that one process at a time does. @returns false when it was replaced meanwhile */
async function replaceStale(file: string, stale: Holder | "unreadable", draft: string): Promise<boolean> {
  const release = await takeLock(`${file}.${nameOf(stale)}`);
  try {
    if (nameOf(await readHolder(file)) !== nameOf(stale)) return false;
    await rename(draft, file);
    return true;
  } finally {
    await release();
  }
}

/**
 * Takes a lock of one process of this machine, also from a dead process (decision record 0042). @returns a function that releases it
 * @throws LockHeldError while another process holds it
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const own: Holder = { pid: process.pid, startTime: statOf(process.pid).startTime };
  try {
    await writeFile(draft, JSON.stringify(own));
    while (!(await linkExclusively(draft, file))) {
      const holder = await readHolder(file);
      // Released just now.
      if (holder === null) continue;
      if (holder !== "unreadable" && isAlive(holder)) throw new LockHeldError(holder.pid);
      if (await replaceStale(file, holder, draft)) break;
    }
    return () => rm(file, { force: true });
  } finally {
    await rm(draft, { force: true });
  }
}
