import { readFile } from "node:fs/promises";
import path from "node:path";
import { Copier } from "./copier";
import { FolderTarget } from "./folder-target";
import { type BackupDescription, DESCRIPTION, formatSums, requireSpace, SUMS } from "./format";
import { BackupSession } from "./session";
import { listBlobs, listCluster, listLog, listRest, type SourceFile } from "./source-files";

export interface BackupRequest {
  dataDir: string;
  databaseUrl: string;
  /** A folder of backups. */
  to: string;
  signal: AbortSignal;
}

/** Space for the log of what is written to the database during the backup. */
const LOG_ALLOWANCE_BYTES = 256 * 1024 * 1024;

const sum = (files: readonly SourceFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);

/** Copies the database, then all files that it refers to: the session keeps them from being deleted. */
async function fill(target: FolderTarget, session: BackupSession, request: BackupRequest, takenAt: Date) {
  const { dataDir, signal } = request;
  const [database, rest, expected] = await Promise.all([listCluster(dataDir), listRest(dataDir), listBlobs(dataDir)]);
  const known = sum(database.files) + sum(rest);
  const newBlobs = expected.filter(({ name }) => !target.has(name));
  await requireSpace(target.folder, known + sum(newBlobs) + LOG_ALLOWANCE_BYTES);

  const copier = new Copier(target, known + sum(expected), signal);
  await session.begin();
  const { files, folders } = await listCluster(dataDir);
  await copier.copy(files);
  const { label, firstLog, lastLog } = await session.end();
  await copier.write("postgres/backup_label", label);
  await copier.copy(await listLog(dataDir, firstLog, lastLog));
  const blobs = await listBlobs(dataDir);
  const uploads = await session.readUnfinishedUploads();
  await copier.copyStored(blobs, (name) => uploads.has(path.basename(name)));
  await copier.copy(rest);
  // If the connection was lost, stored files may have been deleted before they were copied.
  await session.check();

  const postgres = (await readFile(path.join(dataDir, "postgres", "PG_VERSION"), "utf8")).trim();
  const identity = await session.readIdentity();
  const description: BackupDescription = { product: "sea-vision", format: 1, takenAt: takenAt.toISOString(), postgres, identity, folders };
  await copier.write(DESCRIPTION, `${JSON.stringify(description, null, 2)}\n`);
  const count = copier.sums.size;
  await copier.write(SUMS, formatSums(copier.sums));
  await target.finish();
  return { place: target.place, files: count, bytes: known + sum(blobs) };
}

/** Backs up DATA_DIR with its database, which may be in use. @throws Error after removing the incomplete backup */
export async function createBackup(request: BackupRequest) {
  const session = await BackupSession.open(request.databaseUrl);
  try {
    const takenAt = new Date();
    const target = await FolderTarget.open(path.resolve(request.to), takenAt, await session.readIdentity());
    try {
      const backup = await fill(target, session, request, takenAt);
      await session.recordDone();
      return backup;
    } catch (error) {
      await target.discard().catch(() => undefined);
      throw error;
    }
  } finally {
    await session.close().catch(() => undefined);
  }
}
