import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { env } from "../../env";

const TOUCH_MS = 10_000;
/** A folder that was not touched for this long was left by a killed process. Machines may share the folder. Milliseconds. */
const LEFTOVER_MS = 120_000;

const parentFolder = () => path.join(env().dataDir, "conversions");

/** Deletes the folders that killed processes have left. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(parentFolder()).catch(() => [])) {
    const folder = path.join(parentFolder(), name);
    const changed = await stat(folder).catch(() => null);
    if (changed && changed.mtimeMs < Date.now() - LEFTOVER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work that needs files on the local disk, and deletes them. */
export async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await mkdir(parentFolder(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parentFolder(), "conversion-"));
  const touching = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => undefined), TOUCH_MS).unref();
  try {
    return await work(folder);
  } finally {
    clearInterval(touching);
    await rm(folder, { recursive: true, force: true });
  }
}
