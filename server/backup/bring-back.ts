import { chmod, chown, constants, copyFile, mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { extract } from "tar";
import { disconnect } from "../../lib/db";
import { inspectStorage } from "../../lib/storage/inspection/inspection";
import { deleteLeftovers } from "../../lib/storage/jobs";
import type { StorageInspection } from "../../lib/storage/schema";
import { findBinaries } from "../database/binaries";
import { checkVersion } from "../database/cluster";
import { openEmbedded } from "../database/embedded";
import { findRunner } from "../database/runner";
import { isLocked } from "../supervisor/lock";
import { followLink, prepareDraft, putInPlace, requireMovable } from "./draft";
import { listBackups } from "./folder-target";
import { DESCRIPTION, SUMS } from "./format";
import { describeBytes } from "./progress";
import { verify } from "./verify";

export interface RestoreRequest {
  /** A file, a backup's own folder, or a folder of backups, of which the newest is taken. */
  from: string;
  dataDir: string;
  /** Moves aside what stands in DATA_DIR. */
  force: boolean;
  signal: AbortSignal;
}

export interface RestoredBackup {
  takenAt: string;
  inspection: StorageInspection;
  /** Where what stood in DATA_DIR before is now; null when nothing did. */
  aside: string | null;
}

interface Source {
  place: string;
  isTar: boolean;
}

async function findSource(from: string): Promise<Source> {
  const found = await stat(from).catch(() => null);
  if (!found) throw new Error(`There is no ${from}.`);
  if (found.isFile()) return { place: from, isTar: true };
  if ((await readdir(from)).includes(SUMS)) return { place: from, isTar: false };
  const newest = (await listBackups(from)).at(-1);
  if (!newest) throw new Error(`There is no whole backup in ${from}.`);
  return { place: path.join(from, newest), isTar: false };
}

/** @returns whether something stands there that would be in the way */
async function isTaken(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.length > 0;
}

async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, copy, signal);
    // Where the disk can, the copy shares its blocks until one of the two is changed.
    else await copyFile(source, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

async function measure(source: string): Promise<number> {
  const found = await stat(source);
  if (!found.isDirectory()) return found.size;
  let bytes = 0;
  for (const name of await readdir(source)) bytes += await measure(path.join(source, name));
  return bytes;
}

async function unpack({ place, isTar }: Source, draft: string, signal: AbortSignal): Promise<void> {
  await mkdir(draft, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const [needed, { bsize, bavail }] = await Promise.all([measure(place), statfs(draft)]);
  if (bsize * bavail < needed)
    throw new Error(`${path.dirname(draft)} has ${describeBytes(bsize * bavail)} free, and the backup needs ${describeBytes(needed)}.`);
  if (isTar) await extract({ file: place, cwd: draft, strict: true });
  else await copyFolder(place, draft, signal);
}

/** PostgreSQL wants all its folders, and for itself alone. */
async function prepareCluster(draft: string, folders: readonly string[]): Promise<void> {
  const cluster = path.join(draft, "postgres");
  for (const folder of folders) await mkdir(path.join(cluster, folder), { recursive: true, mode: 0o700 });
  const binaries = findBinaries();
  await checkVersion(cluster, binaries.version);
  const { owner } = findRunner(binaries, draft, cluster);
  await protect(cluster, owner);
}

async function protect(place: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
  const isFolder = (await stat(place)).isDirectory();
  if (isFolder) for (const name of await readdir(place)) await protect(path.join(place, name), owner);
  await chmod(place, isFolder ? 0o700 : 0o600);
  if (owner) await chown(place, owner.uid, owner.gid);
}

/** Starts the database, which brings itself up to date by its log, and compares it with the files. */
async function settle(draft: string, signal: AbortSignal): Promise<StorageInspection> {
  const database = await openEmbedded({ dataDir: draft });
  Object.assign(process.env, { DATA_DIR: draft, DATABASE_URL: database.url });
  try {
    // Files that came after the database was copied are in the backup as well, and nothing refers to them.
    await deleteLeftovers(signal, Number.NEGATIVE_INFINITY);
    return await inspectStorage(signal);
  } finally {
    await disconnect();
    await database.stop();
  }
}

/** @returns the draft's inspection, when nothing is left to do but to put it in its place */
async function prepare(source: Source, draft: string, signal: AbortSignal): Promise<Omit<RestoredBackup, "aside">> {
  try {
    await unpack(source, draft, signal);
    const { takenAt, folders } = await verify(draft, signal);
    await prepareCluster(draft, folders);
    for (const name of [SUMS, DESCRIPTION]) await rm(path.join(draft, name));
    return { takenAt, inspection: await settle(draft, signal) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Brings a backup back. Until every byte of it has been checked and its database has started, DATA_DIR stays as it is.
 * @throws Error; what had been unpacked is removed then, but for a whole backup that cannot be put in its place
 */
export async function bringBack({ from, dataDir: named, force, signal }: RestoreRequest): Promise<RestoredBackup> {
  const dataDir = await followLink(named);
  if (await isLocked(dataDir)) throw new Error(`Sea-Vision is running on ${dataDir}. Stop it first.`);
  const taken = await isTaken(dataDir);
  if (taken && !force) throw new Error(`${dataDir} is not empty. With --force, what is there is moved aside.`);
  const source = await findSource(path.resolve(from));
  await mkdir(path.dirname(dataDir), { recursive: true });
  await requireMovable(dataDir);
  const draft = await prepareDraft(dataDir);
  const restored = await prepare(source, draft, signal);
  if (await isLocked(dataDir))
    throw new Error(`Sea-Vision was started on ${dataDir} meanwhile. Stop it first. The backup is whole in ${draft}.`);
  const aside = taken ? `${dataDir}.before-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z` : null;
  await putInPlace(draft, dataDir, aside);
  return { ...restored, aside };
}
