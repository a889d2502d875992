import { addAbortSignal, type Readable } from "node:stream";
import { ERRORS } from "@tus/utils";
import { bufferPool } from "../../../lib/blobs/buffer-pool";
import type { S3Requests } from "../../../lib/blobs/s3/requests";
import { TempFile } from "../../../lib/blobs/temp-file";
import type { UploadRecord } from "../../../lib/imports/uploads/data";
import { keepStorage, noteReceived, type UploadStorage } from "../../../lib/imports/uploads/receiving";
import { logger } from "../../../lib/logging/logger";
import type { UploadLock } from "./locker";
import { type ReceivedParts, tailName, takeOver } from "./s3-parts";

const LAST_NUMBER = 10_000;

const NOTE_EVERY_MS = 60_000;

export interface Progress extends ReceivedParts {
  storage: UploadStorage;
  tail: number;
}

export interface Written {
  bytes: number;
  offset: number;
  /** Name of the object with the bytes after the parts. */
  tail: string | null;
  brokenBy: { error: unknown } | null;
}

/** The upload has used up its part numbers by take-overs, and can't be completed. */
export class PartNumbersUsedUpError extends Error {
  override readonly name = "PartNumbersUsedUpError";
}

/** Writes the body of one request: full parts one after the other, then the rest as a separate object, the tail. */
export class S3Writer {
  /** Bytes in stored parts. */
  private bytes: number;
  private lastNumber = 0;
  private notedAt = Number.NEGATIVE_INFINITY;
  private storage: UploadStorage;

  constructor(
    private readonly requests: S3Requests,
    private readonly row: UploadRecord,
    private readonly progress: Progress,
    private readonly lock: UploadLock,
  ) {
    this.bytes = progress.bytes;
    this.storage = progress.storage;
  }

  /** Writes the body. @throws AppError 423 when the lock is lost, PartNumbersUsedUpError, or the error of the object store */
  async write(source: Readable): Promise<Written> {
    const { progress, row } = this;
    const first = await this.fetchTail();
    await this.skipFormerWriter(first);
    this.lastNumber = Math.max(progress.parts.at(-1)?.PartNumber ?? 0, this.storage.from - 1);
    const { rest, brokenBy } = await this.receiveParts(source, first);
    try {
      const hasNewBytes = rest.size > (this.bytes === progress.bytes ? progress.tail : 0);
      if (rest.size > 0 && this.bytes + rest.size === row.length) await this.sendPart(rest);
      else if (hasNewBytes) await this.sendTail(rest);
      if (this.bytes > progress.bytes && progress.tail > 0) await this.deleteFormerTail();
      const isWhole = this.bytes === row.length;
      const tail = !isWhole && rest.size > 0 ? tailName(row.id, this.storage, this.bytes) : null;
      return { bytes: this.bytes, offset: isWhole ? this.bytes : this.bytes + rest.size, tail, brokenBy };
    } finally {
      await rest.close();
    }
  }

  /** Receives the body while the former part is sent. Returns the bytes that fill no part; the caller closes the file. */
  private async receiveParts(source: Readable, first: TempFile): Promise<{ rest: TempFile; brokenBy: Written["brokenBy"] }> {
    const { lease } = this.lock;
    const failures: unknown[] = [];
    let part = first;
    let sending = Promise.resolve();
    let brokenBy: Written["brokenBy"] = null;
    const send = async (full: TempFile) => {
      try {
        await this.sendPart(full);
      } catch (error) {
        failures.push(error);
        source.destroy();
      } finally {
        await full.close();
      }
    };
    addAbortSignal(lease.signal, source);
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; ) {
          const taken = chunk.subarray(at, at + this.storage.partBytes - part.size);
          await part.write(taken);
          at += taken.length;
          if (part.size < this.storage.partBytes) continue;
          await sending;
          if (failures.length > 0) throw failures[0];
          const full = part;
          part = await TempFile.open();
          sending = send(full);
        }
      }
    } catch (error) {
      brokenBy = { error };
    }
    await sending;
    if (failures.length === 0 && lease.isHeld()) return { rest: part, brokenBy };
    await part.close();
    throw lease.isHeld() ? failures[0] : lease.signal.reason;
  }

  private async sendPart(part: TempFile): Promise<void> {
    const { lock, requests, row, storage } = this;
    this.lastNumber += 1;
    if (this.lastNumber > LAST_NUMBER) throw new PartNumbersUsedUpError(`The upload ${row.id} needs more parts than S3 allows.`);
    const put = (bytes: Buffer) => {
      lock.lease.check();
      return requests.putPart(row.id, storage.multipart ?? "", this.lastNumber, bytes, lock.lease.signal);
    };
    await bufferPool().send(part, put, lock.lease.signal);
    this.bytes += part.size;
    if (performance.now() - this.notedAt < NOTE_EVERY_MS) return;
    this.notedAt = performance.now();
    await noteReceived(lock.key, this.bytes);
  }

  private async sendTail(tail: TempFile): Promise<void> {
    const { lease } = this.lock;
    const name = tailName(this.row.id, this.storage, this.bytes);
    const put = (bytes: Buffer) => {
      lease.check();
      return this.requests.put(name, bytes, lease.signal);
    };
    await bufferPool().send(tail, put, lease.signal);
  }

  private async fetchTail(): Promise<TempFile> {
    const { storage, bytes, tail } = this.progress;
    const file = await TempFile.open();
    try {
      if (tail > 0) await this.requests.fetch(tailName(this.row.id, storage, bytes), file);
      if (file.size === tail) return file;
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
    throw ERRORS.INVALID_OFFSET;
  }

  /** Failure is harmless: the tail is deleted with the upload. */
  private async deleteFormerTail(): Promise<void> {
    const name = tailName(this.row.id, this.storage, this.progress.bytes);
    await this.requests.delete(name).catch((error: unknown) => {
      logger.warn({ err: error, object: name }, "tail of an upload not deleted");
    });
  }

  /** Moves on to other part numbers and another tail when the last writer never ended: it may still have requests on the way. */
  private async skipFormerWriter(tail: TempFile): Promise<void> {
    const { lock, progress, row } = this;
    if (progress.storage.writer === null) return;
    try {
      this.storage = takeOver(progress.storage, progress, lock.key.token);
      if (tail.size > 0) await this.sendTail(tail);
      await keepStorage(lock.key, { ...this.storage, tail: tail.size > 0 ? tailName(row.id, this.storage, progress.bytes) : null });
    } catch (error) {
      await tail.close();
      throw error;
    }
  }
}
