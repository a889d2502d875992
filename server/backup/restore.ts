import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { disconnect } from "../../lib/db/client";
import { errorCode } from "../../lib/errors";
import { isRunning } from "../../lib/jobs/lock";
import { inspectStorage } from "../../lib/storage/inspection/inspection";
import { deleteLeftovers } from "../../lib/storage/jobs";
import type { StorageInspection } from "../../lib/storage/schema";
import { findBinaries } from "../database/binaries";
import { checkVersion } from "../database/cluster";
import { openEmbedded } from "../database/embedded";
import { findRunner } from "../database/runner";
import { isLocked } from "../supervisor/lock";
import { listBackups } from "./folder-target";
import { type BackupDescription, DESCRIPTION, descriptionSchema, followLinks, parseSums, requireSpace, SUMS } from "./format";
import { orNull, walk } from "./source-files";

export interface RestoreRequest {
  /** The folder of a backup, or a folder of backups, of which the newest is restored. */
  from: string;
  dataDir: string;
  force: boolean;
  signal: AbortSignal;
}

async function findBackup(from: string): Promise<string> {
  if (!(await stat(from).catch(() => null))?.isDirectory()) throw new Error(`There is no folder ${from}.`);
  if ((await readdir(from)).includes(SUMS)) return from;
  const newest = (await listBackups(from)).at(-1);
  if (!newest) throw new Error(`There is no whole backup in ${from}.`);
  return path.join(from, newest);
}

async function measure(place: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isFolder } of walk(place)) if (!isFolder) bytes += (await stat(path.join(place, name))).size;
  return bytes;
}

async function copyBackup(place: string, staging: string, signal: AbortSignal): Promise<void> {
  await mkdir(staging, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await requireSpace(staging, await measure(place), path.dirname(staging));
  const filter = () => {
    signal.throwIfAborted();
    return true;
  };
  // Copies share their blocks with the backup where the file system supports it.
  await cp(place, staging, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE, filter });
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads every byte of a copied backup. @throws Error naming a missing, damaged or additional file */
async function verify(folder: string, signal: AbortSignal): Promise<BackupDescription> {
  const text = await orNull(readFile(path.join(folder, SUMS), "utf8"));
  if (text === null) throw new Error(`The backup is not whole: it has no ${SUMS}.`);
  const sums = parseSums(text);
  for (const [name, sum] of sums) {
    signal.throwIfAborted();
    const found = await hashFile(path.join(folder, name)).catch(() => null);
    if (found === null) throw new Error(`The backup is not whole: ${name} is missing.`);
    if (found !== sum) throw new Error(`The backup is damaged: ${name} has other bytes than when it was taken.`);
  }
  for await (const { name, isFolder } of walk(folder)) {
    if (!isFolder && name !== SUMS && !sums.has(name)) throw new Error(`The backup is not what it was: ${name} does not belong to it.`);
  }
  return descriptionSchema.parse(JSON.parse(await readFile(path.join(folder, DESCRIPTION), "utf8")));
}

/** Creates the missing folders of a cluster and makes PostgreSQL's user the only one with access, as PostgreSQL requires. */
async function prepareCluster(staging: string, folders: readonly string[]): Promise<void> {
  const cluster = path.join(staging, "postgres");
  for (const folder of folders) await mkdir(path.join(cluster, folder), { recursive: true, mode: 0o700 });
  const binaries = findBinaries();
  await checkVersion(cluster, binaries.version);
  const { owner } = findRunner(binaries, staging, cluster);
  const protect = async (place: string, mode: number) => {
    await chmod(place, mode);
    if (owner) await chown(place, owner.uid, owner.gid);
  };
  await protect(cluster, 0o700);
  for await (const { name, isFolder } of walk(cluster)) await protect(path.join(cluster, name), isFolder ? 0o700 : 0o600);
}

/** Starts the database, which replays its log, and compares it with the stored files. */
async function recover(staging: string, signal: AbortSignal): Promise<StorageInspection> {
  const database = await openEmbedded({ dataDir: staging });
  Object.assign(process.env, { DATA_DIR: staging, DATABASE_URL: database.url });
  try {
    // The backup also has files that were stored after its database was copied.
    await deleteLeftovers(signal, Number.NEGATIVE_INFINITY);
    return await inspectStorage(signal);
  } finally {
    await disconnect();
    await database.stop();
  }
}

/** Restores a backup. DATA_DIR is unchanged until all bytes are verified and the database has started. @throws Error */
export async function restoreBackup({ from, dataDir: named, force, signal }: RestoreRequest) {
  // The backup is restored to the disk that a link leads to.
  const dataDir = await followLinks(named);
  if (await isLocked(dataDir)) throw new Error(`Sea-Vision is running on ${dataDir}. Stop it first.`);
  const isOccupied = ((await orNull(readdir(dataDir))) ?? []).length > 0;
  if (isOccupied && !force) throw new Error(`${dataDir} is not empty. With --force, what is there is moved aside.`);
  const backup = await findBackup(path.resolve(from));
  await mkdir(path.dirname(dataDir), { recursive: true });
  await requireMovable(dataDir);
  const staging = await prepareStaging(dataDir);
  let restored: { takenAt: string; inspection: StorageInspection };
  try {
    await copyBackup(backup, staging, signal);
    const { takenAt, folders } = await verify(staging, signal);
    await prepareCluster(staging, folders);
    for (const name of [SUMS, DESCRIPTION]) await rm(path.join(staging, name));
    restored = { takenAt, inspection: await recover(staging, signal) };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  if (await isLocked(dataDir))
    throw new Error(`Sea-Vision was started on ${dataDir} meanwhile. Stop it first. The backup is whole in ${staging}.`);
  const aside = isOccupied ? `${dataDir}.before-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z` : null;
  await putInPlace(staging, dataDir, aside);
  return { ...restored, aside };
}

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
