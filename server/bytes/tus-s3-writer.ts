import type { Readable } from "node:stream";
import { ERRORS } from "@tus/utils";
import { PartSpool } from "../../lib/blobs/temp-file";
import type { UploadRecord } from "../../lib/imports/uploads/data";
import { keepStorage, noteReceived, type UploadStorage } from "../../lib/uploads/receiving";
import { leaveToFormerWriter, type ReceivedParts, tailName } from "../uploads/tus/s3-parts";
import type { Lease } from "./tus-lease";
import type { UploadBucket } from "./tus-s3-bucket";
import { receiveParts } from "./tus-s3-receiver";

/** The highest number that a part may have. */
const LAST_NUMBER = 10_000;

/** While bytes come, it is noted so often how many have. Milliseconds. */
const NOTE_EVERY_MS = 60_000;

/** What an upload has brought, and where it is kept. */
export interface Progress extends ReceivedParts {
  storage: UploadStorage;
  /** Bytes of the part that is not full yet. */
  tail: number;
}

/** How writing has ended, with nothing under way any more. */
export interface Written {
  /** Bytes of the upload that are in whole parts. */
  bytes: number;
  /** Bytes of it that have come. */
  offset: number;
  /** Name of the object with what has come of the part that is not full. */
  tail: string | null;
  /** Why the body has ended early; null when it has not. */
  brokenBy: { error: unknown } | null;
}

/** Take-overs have used up the numbers that parts may have: it cannot be received to its end any more. */
export class NumbersUsedUpError extends Error {
  override readonly name = "NumbersUsedUpError";
}

/** Writes what one request brings of one upload. */
export class S3Writer {
  private bytes: number;
  private number = 0;
  private notedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly bucket: UploadBucket,
    private readonly row: UploadRecord,
    private readonly progress: Progress,
    private readonly lease: Lease,
  ) {
    this.bytes = progress.bytes;
  }

  /** Stores whole parts, and beside them what is left of the body. */
  async write(source: Readable): Promise<Written> {
    const { bucket, lease, progress, row } = this;
    const first = await this.fetchTail();
    const storage = await this.takeOver(first);
    this.number = Math.max(progress.parts.at(-1)?.PartNumber ?? 0, storage.from - 1);
    const target = { storePart: (spool: PartSpool) => this.storePart(storage, spool) };
    const { rest, brokenBy } = await receiveParts(source, first, storage.partBytes, target, lease);
    try {
      if (rest.size > 0 && this.bytes + rest.size === row.length) await this.storePart(storage, rest);
      else if (rest.size > (this.bytes === progress.bytes ? progress.tail : 0))
        await bucket.sendTail(tailName(row.id, storage, this.bytes), rest, lease);
      const isWhole = this.bytes === row.length;
      if (this.bytes > progress.bytes && progress.tail > 0) await bucket.deleteTail(tailName(row.id, storage, progress.bytes));
      const tail = !isWhole && rest.size > 0 ? tailName(row.id, storage, this.bytes) : null;
      return { bytes: this.bytes, offset: isWhole ? this.bytes : this.bytes + rest.size, tail, brokenBy };
    } finally {
      await rest.close();
    }
  }

  private async storePart({ multipart }: UploadStorage, spool: PartSpool): Promise<void> {
    const { bucket, lease, row } = this;
    this.number += 1;
    if (this.number > LAST_NUMBER) throw new NumbersUsedUpError(`The upload ${row.id} needs more parts than there may be.`);
    await bucket.sendPart({ id: row.id, multipart: multipart ?? "", number: this.number }, spool, lease);
    this.bytes += spool.size;
    if (performance.now() - this.notedAt < NOTE_EVERY_MS) return;
    this.notedAt = performance.now();
    await noteReceived(lease.lock, this.bytes);
  }

  private async fetchTail(): Promise<PartSpool> {
    const { storage, bytes, tail } = this.progress;
    if (tail === 0) return PartSpool.open();
    const spool = await this.bucket.fetchTail(tailName(this.row.id, storage, bytes));
    if (spool.size === tail) return spool;
    await spool.close();
    throw ERRORS.INVALID_OFFSET;
  }

  /** @returns where to go on: beside what a former writer may still have in flight */
  private async takeOver(tail: PartSpool): Promise<UploadStorage> {
    const { bucket, lease, progress, row } = this;
    if (progress.storage.writer === null) return progress.storage;
    const storage = leaveToFormerWriter(progress.storage, progress, lease.lock.token);
    const name = tailName(row.id, storage, progress.bytes);
    try {
      if (tail.size > 0) await bucket.sendTail(name, tail, lease);
      await keepStorage(lease.lock, { ...storage, tail: tail.size > 0 ? name : null });
      return storage;
    } catch (error) {
      await tail.close();
      throw error;
    }
  }
}
