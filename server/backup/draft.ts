import { readdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";

const draftOf = (dataDir: string, pid: number) => `${dataDir}.restoring-${pid}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The folder itself, where the name is a link: what is brought back is to stand on the disk that the link leads to. */
export function followLink(dataDir: string): Promise<string> {
  return realpath(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return dataDir;
    throw error;
  });
}

/** Removes what restores that were killed have left. @returns where this process may unpack */
export async function prepareDraft(dataDir: string): Promise<string> {
  const stem = path.basename(draftOf(dataDir, 0)).slice(0, -1);
  for (const name of await readdir(path.dirname(dataDir))) {
    const pid = name.startsWith(stem) ? Number(name.slice(stem.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      await rm(path.join(path.dirname(dataDir), name), { recursive: true, force: true });
  }
  return draftOf(dataDir, process.pid);
}

/**
 * Finds out before hours of work whether another folder can take this one's place at their end.
 * @throws Error when it is a disk of its own, or a volume
 */
export async function requireMovable(dataDir: string): Promise<void> {
  const elsewhere = `${dataDir}.moved-${process.pid}`;
  try {
    await rename(dataDir, elsewhere);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return;
    if (code !== "EBUSY" && code !== "EXDEV") throw error;
    throw new Error(`${dataDir} is a disk or a volume of its own, in whose place nothing can be put. Set DATA_DIR to a folder within it.`);
  }
  await rename(elsewhere, dataDir);
}

/**
 * Puts a folder into another one's place.
 * @param aside where that one goes; null when there is none, or an empty one
 * @throws Error saying where everything is; the other one stands where it stood then
 */
export async function putInPlace(draft: string, dataDir: string, aside: string | null): Promise<void> {
  try {
    if (aside) await rename(dataDir, aside);
    await rename(draft, dataDir).catch(async (error: unknown) => {
      if (aside) await rename(aside, dataDir);
      throw error;
    });
  } catch (cause) {
    throw new Error(`The backup is whole in ${draft}, and cannot be put in the place of ${dataDir}, which is as it was.`, { cause });
  }
}
