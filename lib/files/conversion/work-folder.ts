import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "../../env";

/** A folder this old was left by a killed process. Machines that share the folder can't tell it by the id of the process. Milliseconds. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    const changed = await stat(folder).catch(() => null);
    if (changed && changed.mtimeMs < Date.now() - LEFTOVER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work that needs files on the local disk, and deletes them. Also deletes those of killed processes. */
export async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const parent = path.join(env().dataDir, "conversions");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const folder = await mkdtemp(path.join(parent, "conversion-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
