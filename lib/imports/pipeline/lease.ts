import { randomUUID } from "node:crypto";
import { type NameEncoding, toNameEncoding } from "../../archives/directory/name-encoding";
import { type BlobKey, type BlobStore, blobKeySchema } from "../../blobs/store";
import type { Answers } from "../../data-maps/formats/data-file";
import { answersSchema } from "../../data-maps/schema";
import { db } from "../../db/client";
import { type Database, execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { isDatabaseUnavailable } from "../../errors";
import type { Import } from "../../generated/prisma/client";
import { logger } from "../../logging/logger";

const HEARTBEAT_MS = 2_000;

/** Seconds without a heartbeat after which a holder has lost its import. */
export const LEASE_STALE_SECONDS = 10;

/** Attempts at one step without progress, after which the import is assumed to crash its process. */
export const MOST_ATTEMPTS = 3;

/** Another process holds the import, or it has ended. The holder must not write. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The import is no longer held.");
  }
}

type Columns =
  | "id"
  | "safeName"
  | "projectName"
  | "description"
  | "status"
  | "source"
  | "ownerId"
  | "address"
  | "replacesId"
  | "startPage"
  | "projectId";

export interface HeldImport extends Pick<Import, Columns | "filesTotal" | "filesDone" | "attempts" | "isSlow"> {
  blobKey: BlobKey;
  baseTreeId: number | null;
  treeId: number | null;
  bytesTotal: number;
  bytesDone: number;
  cursor: number;
  pendingBlobKey: BlobKey | null;
  /** Encoding of names that declare none. Null until it is chosen. */
  nameEncoding: NameEncoding | null;
  /** What the admin said of data files. */
  answers: Answers | null;
}

export interface StepContext {
  lease: ImportLease;
  store: BlobStore;
  signal: AbortSignal;
}

export type ImportChange = Partial<
  Pick<
    HeldImport,
    | "status"
    | "projectId"
    | "treeId"
    | "filesTotal"
    | "filesDone"
    | "bytesTotal"
    | "bytesDone"
    | "cursor"
    | "attempts"
    | "pendingBlobKey"
    | "isSlow"
    | "nameEncoding"
  > & {
    publishedAt: Date;
    finishedAt: Date;
    error: string;
    changes: { added: number; changed: number; removed: number };
  }
>;

const columns = `id, "safeName", "projectName", description, status, source, "ownerId", address, "blobKey", "replacesId", "startPage", "baseTreeId",
  "projectId", "treeId", "filesTotal", "filesDone", "bytesTotal", "bytesDone", cursor, "pendingBlobKey", attempts, "isSlow", "nameEncoding",
  answers`;

/** The right to work on an import, held by one process at a time. Every write checks it, so a process that was paused can't do harm. */
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

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get ageSeconds(): number {
    return (performance.now() - this.createdAt) / 1000;
  }

  /** Claims an import. @returns null when it has ended or another process holds it */
  static async claim(importId: string): Promise<ImportLease | null> {
    const token = randomUUID();
    // When two workers claim at once, the second one sees the fresh heartbeat of the first.
    const [claimed] = await queryRows<{ age: number }>(db(), {
      text: `UPDATE "Import" SET "leaseToken" = $2, "heartbeatAt" = now(), "startedAt" = coalesce("startedAt", now()), attempts = attempts + 1
              WHERE id = $1 AND status NOT IN ('complete', 'failed')
                AND ("leaseToken" IS NULL OR "heartbeatAt" < now() - make_interval(secs => $3))
          RETURNING extract(epoch FROM now() - "createdAt")::float8 * 1000 AS age`,
      values: [importId, token, LEASE_STALE_SECONDS],
    });
    return claimed ? new ImportLease(importId, token, performance.now() - claimed.age) : null;
  }

  read(client: Database = db()): Promise<HeldImport> {
    return this.select(client, `SELECT ${columns} FROM "Import" WHERE id = $1 AND "leaseToken" = $2`);
  }

  /** Locks the row until the transaction ends, against takeovers. @throws LeaseLostError */
  lock(tx: Transaction): Promise<HeldImport> {
    return this.select(tx, `SELECT ${columns} FROM "Import" WHERE id = $1 AND "leaseToken" = $2 FOR UPDATE`);
  }

  write(change: ImportChange, client: Database = db()): Promise<HeldImport> {
    const sets = Object.keys(change).map((column, index) => `"${column}" = $${index + 3}`);
    const text = `UPDATE "Import" SET "heartbeatAt" = now(), ${sets.join(", ")} WHERE id = $1 AND "leaseToken" = $2 RETURNING ${columns}`;
    return this.select(client, text, Object.values(change));
  }

  private async select(client: Database, text: string, values: unknown[] = []): Promise<HeldImport> {
    const [row] = await queryRows<HeldImport>(client, { text, values: [this.importId, this.token, ...values] });
    if (!row) throw new LeaseLostError();
    const answers = answersSchema.nullable().parse(row.answers);
    return { ...row, blobKey: blobKeySchema.parse(row.blobKey), nameEncoding: toNameEncoding(row.nameEncoding), answers };
  }

  /** Releases the import. @param isBlameless true when the attempt ended for an outside reason and does not count */
  async release(isBlameless: boolean): Promise<void> {
    this.end();
    await execute(db(), {
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
      const rowCount = await execute(db(), {
        text: `UPDATE "Import" SET "heartbeatAt" = now() WHERE id = $1 AND "leaseToken" = $2`,
        values: [this.importId, this.token],
      });
      if (rowCount === 0) this.end();
    } catch (error) {
      // The next beat, or the next write, finds out whether the lease is still held.
      if (!isDatabaseUnavailable(error)) logger.warn({ err: error, importId: this.importId }, "heartbeat failed");
    }
  }
}
