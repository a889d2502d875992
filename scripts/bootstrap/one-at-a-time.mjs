import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const FILE = ".bootstrap.lock";

/**
 * A process, told apart from another one that has its number later: its start, in the kernel's count, is field 22 of /proc/<pid>/stat.
 * Where there is no /proc the number has to do. @returns null when it has ended
 */
function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return null;
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return fields[0] === "Z" ? null : `${pid}-${fields[19]}`;
  } catch {
    return `${pid}-`;
  }
}

/** @returns who has a lock, as identify() says it; null when nobody has */
async function readHolder(file) {
  return await readFile(file, "utf8").catch(() => null);
}

/**
 * The lock of lib/jobs/lock.ts, for what runs before anything is built: it appears with its content, and a stale one is replaced
 * under a lock of its own.
 * @returns {Promise<boolean>} false while another process has it
 */
export async function tryToTake(file) {
  const own = identify(process.pid);
  const draft = `${file}.${own}.${randomUUID()}`;
  await writeFile(draft, own);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const holder = await readHolder(file);
    const isStale = holder !== null && identify(Number.parseInt(holder, 10) || 0) !== holder;
    return isStale && (await replaceStale(file, holder, draft));
  } finally {
    await rm(draft, { force: true });
  }
}

async function replaceStale(file, holder, draft) {
  const guard = `${file}.${holder.replaceAll(/[^\d-]/g, "") || "unreadable"}`;
  if (!(await tryToTake(guard))) return false;
  try {
    if ((await readHolder(file)) !== holder) return false;
    await rename(draft, file);
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** Does work that changes this folder (installing, building) while no other command of this clone does; they wait for each other. */
export async function oneAtATime(work) {
  for (let waited = false; !(await tryToTake(FILE)); waited = true) {
    if (!waited) console.log(`Another command is installing or building here; waiting for it. (If there is none, delete ${FILE}.)`);
    await pause(200);
  }
  try {
    return await work();
  } finally {
    await rm(FILE, { force: true });
  }
}
