import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../lib/errors";

export interface SourceFile {
  name: string;
  file: string;
  size: number;
}

/** Folders of a cluster whose contents only the running server needs. pg_wal is copied last. */
const emptied = new Set(["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal"]);
const skippedInCluster =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init(\.\d+)?|pgsql_tmp.*|.*\.tmp)$/;
/** Copied last, as PostgreSQL's own tools do. */
const CONTROL = "postgres/global/pg_control";

/** The parts of DATA_DIR that are copied separately, recreated at start, or belong to one machine. */
const skippedInDataDir = /^(postgres(\.creating)?|postgres\.log|blobs|supervisor\.lock.*)$/;
/** Unfinished writes, which no row refers to, and files of the disk check. */
const skippedInBlobs = /\.partial$|^probe-/;

/** Yields everything below a folder by its path from `root`, folders before their contents. Skipped folders are not read. */
export async function* walk(
  root: string,
  below = "",
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<{ name: string; isFolder: boolean }, void, undefined> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (!isWanted(name)) continue;
    if (entry.isDirectory()) {
      yield { name, isFolder: true };
      yield* walk(root, name, isWanted);
    } else if (entry.isFile()) yield { name, isFolder: false };
  }
}

/** Returns null when the file or folder doesn't exist (any more). @throws every other error */
export async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function listFiles(root: string, below: string, isWanted: (name: string) => boolean): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  if ((await orNull(stat(path.join(root, below)))) === null) return files;
  for await (const { name, isFolder } of walk(root, below, isWanted)) {
    const found = isFolder ? null : await orNull(stat(path.join(root, name)));
    if (found) files.push({ name, file: path.join(root, name), size: found.size });
  }
  return files;
}

/** Lists the files of a cluster that belong in a backup, except its write-ahead log, and all its folders. The server may run. */
export async function listCluster(dataDir: string): Promise<{ files: SourceFile[]; folders: string[] }> {
  const cluster = path.join(dataDir, "postgres");
  const isWanted = (name: string) => !skippedInCluster.test(path.posix.basename(name)) && !emptied.has(path.posix.dirname(name));
  const folders = ["pg_wal/archive_status", "pg_wal/summaries"];
  for await (const { name, isFolder } of walk(cluster, "", isWanted)) if (isFolder) folders.push(name);
  const files = await listFiles(dataDir, "postgres", (name) => isWanted(path.posix.relative("postgres", name)));
  return { files: files.sort((left, right) => Number(left.name === CONTROL) - Number(right.name === CONTROL)), folders };
}

/** Lists the files of the write-ahead log from `first` to `last`. @throws Error when one of the two is missing */
export async function listLog(dataDir: string, first: string, last: string): Promise<SourceFile[]> {
  const isWanted = (name: string) => {
    const segment = path.posix.basename(name);
    return (/^[0-9A-F]{24}$/.test(segment) && segment >= first && segment <= last) || segment.endsWith(".history");
  };
  const files = await listFiles(dataDir, "postgres/pg_wal", isWanted);
  const names = new Set(files.map(({ name }) => path.posix.basename(name)));
  if (!names.has(first) || !names.has(last)) throw new Error("PostgreSQL has removed a part of its log that the backup needs.");
  return files;
}

export function listBlobs(dataDir: string): Promise<SourceFile[]> {
  return listFiles(dataDir, "blobs", (name) => !skippedInBlobs.test(path.posix.basename(name)));
}

/** Lists everything else in DATA_DIR: the secret, the outbox, the address of the database with its password. */
export function listRest(dataDir: string): Promise<SourceFile[]> {
  return listFiles(dataDir, "", (name) => !skippedInDataDir.test(name));
}
