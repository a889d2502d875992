import { readFile, statfs } from "node:fs/promises";
import path from "node:path";
import { listCluster, listLog, type SourceFile } from "./cluster-files";
import { Copier } from "./copy";
import { listBlobs, listRest } from "./data-files";
import { FolderTarget } from "./folder-target";
import { type BackupDescription, DESCRIPTION, formatSums, SUMS } from "./format";
import { describeBytes, Progress } from "./progress";
import { BackupSession } from "./session";
import { TarTarget } from "./tar-target";
import type { BackupTarget } from "./target";

export interface BackupRequest {
  dataDir: string;
  databaseUrl: string;
  /** A file whose name ends with .tar, or a folder of backups. */
  to: string;
  signal: AbortSignal;
}

export interface TakenBackup {
  place: string;
  files: number;
  bytes: number;
}

/** What is written to the database meanwhile is in its log, which is copied too. */
const LOG_ALLOWANCE = 256 * 1024 * 1024;

const sum = (files: readonly SourceFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bsize, bavail } = await statfs(folder);
  if (bsize * bavail < needed)
    throw new Error(`${folder} has ${describeBytes(bsize * bavail)} free, and the backup needs ${describeBytes(needed)}.`);
}

/** @returns bytes that the target has not yet */
async function measureNew(target: BackupTarget, blobs: readonly SourceFile[]): Promise<number> {
  let bytes = 0;
  for (const { name, size } of blobs) if (!(await target.has(name, size))) bytes += size;
  return bytes;
}

function openTarget(to: string, takenAt: Date, identity: string): Promise<BackupTarget> {
  return to.endsWith(".tar") ? TarTarget.open(to, takenAt) : FolderTarget.open(to, takenAt, identity);
}

/**
 * The order is what makes it whole: the database first, and what it refers to afterwards, which nobody deletes while the session
 * is open. Stored files never change, so it does not matter when they are copied.
 */
async function fill(target: BackupTarget, session: BackupSession, request: BackupRequest, takenAt: Date): Promise<TakenBackup> {
  const { dataDir, signal } = request;
  const cluster = path.join(dataDir, "postgres");
  const [listed, rest, expected] = await Promise.all([listCluster(cluster), listRest(dataDir), listBlobs(dataDir)]);
  const known = sum(listed.files) + sum(rest);
  await requireSpace(target.folder, known + (await measureNew(target, expected)) + LOG_ALLOWANCE);

  const copier = new Copier(target, new Progress(known + sum(expected)), signal);
  await session.begin();
  // Listed anew, for the cluster goes on.
  const { files, folders } = await listCluster(cluster);
  await copier.copy(files, "postgres/");
  const { label, firstLog, lastLog } = await session.end();
  await copier.write("postgres/backup_label", label);
  await copier.copy(await listLog(cluster, firstLog, lastLog), "postgres/");
  const blobs = await listBlobs(dataDir);
  const underWay = await session.readUploadsUnderWay();
  await copier.copyStored(blobs, (name) => underWay.has(path.basename(name)));
  await copier.copy(rest);
  // Had the connection been lost on the way, bytes could be missing.
  await session.check();

  const postgres = (await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim();
  const identity = await session.readIdentity();
  const description: BackupDescription = { product: "sea-vision", format: 1, takenAt: takenAt.toISOString(), postgres, identity, folders };
  await copier.write(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
  const { size } = copier.sums;
  await copier.write(SUMS, formatSums(copier.sums));
  await target.finish();
  return { place: target.place, files: size, bytes: known + sum(blobs) };
}

/** Copies DATA_DIR with its database, which may be in use. @throws Error, and nothing of the backup is left then */
export async function takeBackup(request: BackupRequest): Promise<TakenBackup> {
  const session = await BackupSession.open(request.databaseUrl);
  try {
    const takenAt = new Date();
    const target = await openTarget(path.resolve(request.to), takenAt, await session.readIdentity());
    try {
      return await fill(target, session, request, takenAt);
    } catch (error) {
      await target.discard().catch(() => undefined);
      throw error;
    }
  } finally {
    await session.close().catch(() => undefined);
  }
}
