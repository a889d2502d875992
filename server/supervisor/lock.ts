import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

interface Holder {
  pid: number;
  /** When the process began, in the kernel's own count: process numbers are used again, this pair is not. */
  startTime: string;
}

/** Field 22 of /proc/<pid>/stat; the second field may hold spaces and brackets. Empty where there is no /proc. */
function startTimeOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
}

function isAlive({ pid, startTime }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive and another user's.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startTimeOf(pid) === startTime;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** @returns true while a supervisor uses the DATA_DIR */
export async function isLocked(dataDir: string): Promise<boolean> {
  const holder = await readHolder(path.join(dataDir, "supervisor.lock"));
  return holder !== undefined && isAlive(holder);
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
 * Makes sure that one supervisor alone uses a DATA_DIR. A lock whose holder is dead is taken over.
 * @returns a function that gives it free.
 * @throws Error naming the process that has it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, "supervisor.lock");
  const draft = path.join(dataDir, `supervisor.lock.${randomBytes(6).toString("hex")}`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) } satisfies Holder));
  try {
    while (true) {
      // A link appears with its content or not at all, and never in place of another.
      const taken = await link(draft, file).then(
        () => true,
        () => false,
      );
      if (taken) return () => rm(file, { force: true });
      const holder = await readHolder(file);
      if (holder && isAlive(holder)) {
        throw new Error(`Sea-Vision is already running on ${dataDir} (process ${holder.pid}). Stop it first, or set another DATA_DIR.`);
      }
      await removeStale(file, holder, `${draft}.stale`);
    }
  } finally {
    await rm(draft, { force: true });
  }
}
