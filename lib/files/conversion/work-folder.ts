import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "../../env";
import { isRunning } from "../../jobs/lock";

/** Folders of this process that are in use. In a restarted container, its id may be that of a killed process. */
const own = new Set<string>();

const isInUse = (name: string) => {
  const pid = Number(name.split("-")[0]);
  return pid === process.pid ? own.has(name) : isRunning(pid);
};

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) if (!isInUse(name)) await rm(path.join(parent, name), { recursive: true, force: true });
}

/** Runs work that needs files on the local disk, and deletes them. Also deletes those of killed processes. */
export async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const parent = path.join(env().dataDir, "conversions");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const folder = await mkdtemp(path.join(parent, `${process.pid}-`));
  const name = path.basename(folder);
  own.add(name);
  try {
    return await work(folder);
  } finally {
    own.delete(name);
    await rm(folder, { recursive: true, force: true });
  }
}
