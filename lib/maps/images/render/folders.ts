import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { logger } from "../../../logging/logger";
import { NOBODY } from "../../../map-images/render/launcher";

const FOLDER_PREFIX = "sea-vision-chromium-";
const NAME = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`);

/** Names of folders that browsers of this process have at this moment. */
const own = new Set<string>();

export const isRoot = () => process.getuid?.() === 0;

/**
 * Makes a folder for a browser, with its profile in it. Its name has the process that made it, so that the folder of one that was
 * killed is known for what it is.
 */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  own.add(path.basename(folder));
  const profile = path.join(folder, "profile");
  await mkdir(profile, { mode: 0o700 });
  if (isRoot()) {
    await chmod(folder, 0o711);
    await chown(profile, NOBODY, NOBODY);
  }
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Removes a folder of this process; one that cannot be removed is left to the next process. */
export async function removeFolder(folder: string): Promise<void> {
  own.delete(path.basename(folder));
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch((error: unknown) => {
    logger.warn({ err: error }, "folder of a browser left");
  });
}

/** True of a process that still has its browsers. In a container that was started again, a dead one had the number of this one. */
const isInUse = (name: string, pid: number) => (pid === process.pid ? own.has(name) : isRunning(pid));

/** Removes what workers that were killed have left. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isInUse(name, Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch((error: unknown) => {
      logger.debug({ err: error, name }, "folder of a browser left");
    });
  }
}
