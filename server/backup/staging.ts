import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../lib/errors";
import { isRunning } from "../../lib/jobs/lock";

/** Removes the staging folders of killed restores. Returns the path of this process's own. */
export async function prepareStaging(dataDir: string): Promise<string> {
  const stem = `${dataDir}.restoring-`;
  for (const name of await readdir(path.dirname(dataDir))) {
    const place = path.join(path.dirname(dataDir), name);
    const pid = place.startsWith(stem) ? Number(place.slice(stem.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isRunning(pid))) await rm(place, { recursive: true, force: true });
  }
  return `${stem}${process.pid}`;
}

/** Checks that another folder can replace this one, before hours of work. @throws Error when it is a mounted disk or volume */
export async function requireMovable(dataDir: string): Promise<void> {
  const elsewhere = `${dataDir}.moved-${process.pid}`;
  try {
    await rename(dataDir, elsewhere);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return;
    if (code !== "EBUSY" && code !== "EXDEV") throw error;
    throw new Error(`${dataDir} is a disk or a volume of its own, in whose place nothing can be put. Set DATA_DIR to a folder within it.`);
  }
  await rename(elsewhere, dataDir);
}

/** Replaces DATA_DIR, which is moved to `aside`. @throws Error when it fails, with DATA_DIR unchanged */
export async function putInPlace(staging: string, dataDir: string, aside: string | null): Promise<void> {
  try {
    if (aside) await rename(dataDir, aside);
    await rename(staging, dataDir).catch(async (error: unknown) => {
      if (aside) await rename(aside, dataDir);
      throw error;
    });
  } catch (cause) {
    throw new Error(`The backup is whole in ${staging}, and cannot be put in the place of ${dataDir}, which is as it was.`, { cause });
  }
}
