import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/** A file to be copied. */
export interface SourceFile {
  /** Where it stands in the backup, with slashes. */
  name: string;
  /** Absolute path of it. */
  file: string;
  /** Bytes, when it was looked at. */
  size: number;
}

export interface ClusterListing {
  files: SourceFile[];
  /** All folders, empty ones too, which PostgreSQL wants to find. */
  folders: string[];
}

/** Folders whose content is of use to the running server alone, or is copied after the rest (pg_wal). */
const emptied = new Set(["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal"]);
const leftOut = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init(\.\d+)?|pgsql_tmp.*|.*\.tmp)$/;
/** Read last, as PostgreSQL's own tools do: it tells where the rest stands. */
const CONTROL = "global/pg_control";

/** A file that has gone since it was listed was dropped; the log tells of it. */
export async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function collect(root: string, below: string, listing: ClusterListing): Promise<void> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) {
      listing.folders.push(name);
      if (!emptied.has(name)) await collect(root, name, listing);
    } else if (entry.isFile()) {
      const file = path.join(root, name);
      const size = await sizeOf(file);
      if (size !== null) listing.files.push({ name, file, size });
    }
  }
}

/** What of a cluster, running or not, belongs into a backup, its log apart. */
export async function listCluster(cluster: string): Promise<ClusterListing> {
  const listing: ClusterListing = { files: [], folders: ["pg_wal/archive_status", "pg_wal/summaries"] };
  await collect(cluster, "", listing);
  listing.files.sort((one, other) => Number(one.name === CONTROL) - Number(other.name === CONTROL));
  return listing;
}

/** The files of the log from one to another. @throws Error when one is missing */
export async function listLog(cluster: string, first: string, last: string): Promise<SourceFile[]> {
  const folder = path.join(cluster, "pg_wal");
  const isWanted = (name: string) => (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) || name.endsWith(".history");
  const names = (await readdir(folder)).filter(isWanted).sort();
  if (!names.includes(first) || !names.includes(last)) throw new Error("PostgreSQL has removed a part of its log that the backup needs.");
  const sized = names.map(async (name) => ({
    name: `pg_wal/${name}`,
    file: path.join(folder, name),
    size: (await stat(path.join(folder, name))).size,
  }));
  return Promise.all(sized);
}
