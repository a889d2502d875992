import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { FolderTarget } from "./folder-target";
import { type BackupDescription, DESCRIPTION, describeBytes, formatSums, requireSpace, SUMS } from "./format";
import { BackupSession } from "./session";
import { listBlobs, listCluster, listLog, listRest, orNull, type SourceFile } from "./source-files";

const CHUNK_BYTES = 1024 * 1024;
const REPORT_EVERY_MS = 5_000;

/** Copies files into a backup, records their SHA-256, and reports progress. */
export class Copier {
  readonly sums = new Map<string, string>();
  private done = 0;
  private reportedAt = performance.now();

  constructor(
    private readonly target: FolderTarget,
    private readonly total: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Copies files of the running database. Its log repairs those that have changed their length, and deleted ones, which are skipped. */
  async copy(files: readonly SourceFile[]): Promise<void> {
    for (const { name, file } of files) await this.copyFile(name, file);
  }

  /** Copies stored files, or reuses a former copy. Files of running uploads are copied with their current length. */
  async copyStored(files: readonly SourceFile[], isBeingUploaded: (name: string) => boolean): Promise<void> {
    for (const { name, file, size } of files) {
      this.signal.throwIfAborted();
      const sum = isBeingUploaded(name) ? null : await this.target.reuse(name, size);
      if (sum) {
        this.sums.set(name, sum);
        this.report(size);
      } else await this.copyFile(name, file);
    }
  }

  async write(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    this.sums.set(name, createHash("sha256").update(content).digest("hex"));
    await this.target.add(name, [content]);
  }

  private async copyFile(name: string, file: string): Promise<void> {
    this.signal.throwIfAborted();
    const handle = await orNull(open(file, "r"));
    if (handle === null) return;
    try {
      const hash = createHash("sha256");
      const report = (bytes: number) => this.report(bytes);
      const { size } = await handle.stat();
      // A file that grows all the time has an end too.
      const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES, end: Math.max(0, size - 1), autoClose: false });
      const content = async function* () {
        for await (const chunk of stream) {
          hash.update(chunk);
          report(chunk.length);
          yield chunk;
        }
      };
      await this.target.add(name, content());
      this.sums.set(name, hash.digest("hex"));
    } finally {
      await handle.close();
    }
  }

  private report(bytes: number): void {
    this.done += bytes;
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    const percent = this.total > 0 ? Math.min(100, Math.floor((this.done / this.total) * 100)) : 100;
    process.stdout.write(`  ${describeBytes(this.done)} of ${describeBytes(this.total)} (${percent} %)\n`);
  }
}

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
