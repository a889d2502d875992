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

function parseHolder(text: string): Holder | "unreadable" {
  try {
    const { pid, startTime }: Partial<Holder> = JSON.parse(text);
    const isHolder = Number.isInteger(pid) && Number(pid) > 0 && typeof startTime === "string" && /^\d*$/.test(startTime);
    return isHolder ? { pid: Number(pid), startTime } : "unreadable";
  } catch {
    return "unreadable";
  }
}

/**
 * Who a lock says has it: null where there is none, "unreadable" where it names no process. It appears whole, so such a one is nobody's.
 * @throws what the disk says when it may not be read
 */
async function readHolder(file: string): Promise<Holder | "unreadable" | null> {
  try {
    return parseHolder(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** @returns true while the process that took the lock is alive @throws what the disk says when it may not be read */
export async function isLocked(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  return holder !== null && holder !== "unreadable" && isAlive(holder);
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

const nameOf = (holder: Holder | "unreadable" | null) =>
  typeof holder === "object" ? holder && `${holder.pid}-${holder.startTime}` : holder;

/**
 * Puts one's own lock in place of a stale one. Of many that have seen it, one at a time may look again and do so: each stale lock has a
 * lock of its own for that, which is taken as any other, also from one that died with it.
 * @returns false when it is not that one any more
 */
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
 * Takes a lock that one process of this machine has at a time. That of a dead one is taken over.
 * @param file where it is kept, in a folder that is there
 * @returns a function that gives it free
 * @throws LockHeldError while another process has it, or is just taking it over; what the disk says when it cannot be kept there
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const own: Holder = { pid: process.pid, startTime: statOf(process.pid).startTime };
  try {
    await writeFile(draft, JSON.stringify(own));
    while (!(await linkAlone(draft, file))) {
      const holder = await readHolder(file);
      // It was given free just now.
      if (holder === null) continue;
      if (holder !== "unreadable" && isAlive(holder)) throw new LockHeldError(holder.pid);
      if (await replaceStale(file, holder, draft)) break;
    }
    return () => rm(file, { force: true });
  } finally {
    await rm(draft, { force: true });
  }
}
