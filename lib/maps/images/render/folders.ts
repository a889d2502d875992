import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isRunning } from "../../../jobs/lock";
import { logger } from "../../../logging/logger";

export const NOBODY = 65_534;

const FOLDER_PREFIX = "sea-vision-chromium-";
const NAME = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`);

const own = new Set<string>();

export const isRoot = () => process.getuid?.() === 0;

/** Creates a folder for a browser, with its profile. Its name contains the process id, so that folders of killed processes are found. */
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

export async function removeFolder(folder: string): Promise<void> {
  own.delete(path.basename(folder));
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch((error: unknown) => {
    logger.warn({ err: error }, "folder of a browser not deleted");
  });
}

/** Returns true for the folder of a running process. In a restarted container, this process's id may be a dead one's. */
const isInUse = (name: string, pid: number) => (pid === process.pid ? own.has(name) : isRunning(pid));

export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isInUse(name, Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch((error: unknown) => {
      logger.debug({ err: error, name }, "folder of a browser not deleted");
    });
  }
}
