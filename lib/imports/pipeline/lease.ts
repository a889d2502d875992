import { randomUUID } from "node:crypto";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { pool, type Queryable } from "../../db";
import { isDatabaseAway } from "../../errors";
import type { ImportSource, ImportStatus } from "../../generated/prisma/enums";
import { logger } from "../../logging/logger";

const HEARTBEAT_MS = 2_000;

/** Seconds after which a holder that has not been heard of has lost its import. */
export const LEASE_STALE_SECONDS = 10;

/** Claims without any progress after which something about an import ends, time and again, the process that works on it. */
export const MOST_ATTEMPTS = 5;

/** Somebody else works on the import now, or it has ended: whatever the holder was about to write must not be written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The import is no longer held.");
  }
}

/** An import that somebody works on. Sizes are bytes. */
export interface HeldImport {
  id: string;
  safeName: string;
  projectName: string;
  description: string;
  status: ImportStatus;
  source: ImportSource;
  ownerId: string | null;
  /** Network address that it was started from. */
  address: string | null;
  /** The archive; of a folder, the list of its files. */
  blobKey: BlobKey;
  /** Project whose map it replaces. */
  replacesId: string | null;
  /** Tree that a folder's list only tells the differences from. */
  baseTreeId: number | null;
  projectId: string | null;
  treeId: number | null;
  filesTotal: number;
  filesDone: number;
  bytesTotal: number;
  bytesDone: number;
  /** Offset in the blob up to which every entry has been verified. */
  cursor: number;
  /** Blob that a large file is being written to. */
  pendingBlobKey: BlobKey | null;
  /** Claims since it last went forward. */
  attempts: number;
}

/** What the holder may change. */
export type ImportChange = Partial<
  Pick<
    HeldImport,
    "status" | "projectId" | "treeId" | "filesTotal" | "filesDone" | "bytesTotal" | "bytesDone" | "cursor" | "attempts" | "pendingBlobKey"
  > & {
    publishedAt: Date;
    finishedAt: Date;
    error: string;
    /** Numbers of files. */
    changes: { added: number; changed: number; removed: number };
  }
>;

const columns = `id, "safeName", "projectName", description, status, source, "ownerId", address, "blobKey", "replacesId", "baseTreeId",
  "projectId", "treeId", "filesTotal", "filesDone", "bytesTotal", "bytesDone", cursor, "pendingBlobKey", attempts`;

function toHeld(row: HeldImport | undefined): HeldImport {
  if (!row) throw new LeaseLostError();
  return { ...row, blobKey: blobKeySchema.parse(row.blobKey) };
}

/**
 * The right to work on an import, held by one process at a time. A heartbeat keeps it; every write checks it,
 * so a process that was stopped for a minute and wakes up can do no harm.
 */
export class ImportLease {
  private readonly ending = new AbortController();
  private readonly heart: NodeJS.Timeout;

  private constructor(
    readonly importId: string,
    private readonly token: string,
    private readonly createdAt: number,
  ) {
    this.heart = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** Aborted when the lease is lost or released. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Since the call that began the import. */
  get ageSeconds(): number {
    return (performance.now() - this.createdAt) / 1000;
  }

  /** @returns null when the import has ended, or somebody else holds it */
  static async claim(importId: string): Promise<ImportLease | null> {
    const token = randomUUID();
    // Two workers that claim at once: the row lock lets one be first, and the other sees its fresh heartbeat.
    const { rows } = await pool().query<{ age: number }>({
      name: "imports:claim",
      text: `UPDATE "Import" SET "leaseToken" = $2, "heartbeatAt" = now(), "startedAt" = coalesce("startedAt", now()), attempts = attempts + 1
              WHERE id = $1 AND status NOT IN ('complete', 'failed')
                AND ("leaseToken" IS NULL OR "heartbeatAt" < now() - make_interval(secs => $3))
          RETURNING extract(epoch FROM now() - "createdAt")::float8 * 1000 AS age`,
      values: [importId, token, LEASE_STALE_SECONDS],
    });
    const [claimed] = rows;
    return claimed ? new ImportLease(importId, token, performance.now() - claimed.age) : null;
  }

  /** @throws LeaseLostError */
  async read(client: Queryable = pool()): Promise<HeldImport> {
    const { rows } = await client.query<HeldImport>({
      name: "imports:read-held",
      text: `SELECT ${columns} FROM "Import" WHERE id = $1 AND "leaseToken" = $2`,
      values: [this.importId, this.token],
    });
    return toHeld(rows[0]);
  }

  /** Locks the row until the transaction ends: nobody can take the import over meanwhile. @throws LeaseLostError */
  async lock(transaction: Queryable): Promise<HeldImport> {
    const { rows } = await transaction.query<HeldImport>({
      text: `SELECT ${columns} FROM "Import" WHERE id = $1 AND "leaseToken" = $2 FOR UPDATE`,
      values: [this.importId, this.token],
    });
    return toHeld(rows[0]);
  }

  /** Writes, and is a heartbeat as well. @throws LeaseLostError */
  async write(change: ImportChange, client: Queryable = pool()): Promise<HeldImport> {
    const entries = Object.entries(change);
    const sets = entries.map(([column], index) => `"${column}" = $${index + 3}`).join(", ");
    const { rows } = await client.query<HeldImport>({
      text: `UPDATE "Import" SET "heartbeatAt" = now(), ${sets} WHERE id = $1 AND "leaseToken" = $2 RETURNING ${columns}`,
      values: [this.importId, this.token, ...entries.map(([, value]) => value)],
    });
    return toHeld(rows[0]);
  }

  /**
   * Gives the import back.
   * @param isBlameless true when this attempt ended for a reason that lies outside of it, and does not count
   */
  async release(isBlameless: boolean): Promise<void> {
    this.end();
    await pool().query({
      name: "imports:release",
      text: `UPDATE "Import" SET "leaseToken" = NULL, attempts = CASE WHEN $3 THEN greatest(attempts - 1, 0) ELSE attempts END
              WHERE id = $1 AND "leaseToken" = $2`,
      values: [this.importId, this.token, isBlameless],
    });
  }

  private end(): void {
    clearInterval(this.heart);
    if (!this.ending.signal.aborted) this.ending.abort(new LeaseLostError());
  }

  private async beat(): Promise<void> {
    try {
      const { rowCount } = await pool().query({
        name: "imports:heartbeat",
        text: `UPDATE "Import" SET "heartbeatAt" = now() WHERE id = $1 AND "leaseToken" = $2`,
        values: [this.importId, this.token],
      });
      if (rowCount === 0) this.end();
    } catch (error) {
      // The next beat, or the next write, finds out whether the lease is still held.
      if (!isDatabaseAway(error)) logger.warn({ err: error, importId: this.importId }, "heartbeat failed");
    }
  }
}
