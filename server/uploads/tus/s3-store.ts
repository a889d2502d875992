import { addAbortSignal, finished as onFinished, PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { ERRORS, TUS_RESUMABLE, type Upload } from "@tus/utils";
import { bufferPool } from "../../../lib/blobs/buffer-pool";
import { blobStore } from "../../../lib/blobs/open";
import { deleteSidecars, listParts } from "../../../lib/blobs/s3/list";
import type { S3Requests } from "../../../lib/blobs/s3/requests";
import { PART_BYTES } from "../../../lib/blobs/s3/write";
import { blobKeySchema, StoreUnavailableError } from "../../../lib/blobs/store";
import type { UploadRecord } from "../../../lib/imports/uploads/data";
import { deleteUpload } from "../../../lib/imports/uploads/mutations";
import {
  beginWriting,
  endWriting,
  findUploadStorage,
  keepStorage,
  noteReceived,
  noteStale,
  type UploadStorage,
  uploadStorageSchema,
} from "../../../lib/imports/uploads/receiving";
import { UPLOAD_EXPIRY_MS } from "../../../lib/imports/uploads/schema";
import { logger } from "../../../lib/logging/logger";
import { countParts, isTailAt, PARTS_AT_ONCE, type ReceivedParts, tailName, takeOver } from "./s3-parts";
import { creationDate, EXTENSIONS, finishUpload, requireRow, toTusUpload, type UploadContext } from "./upload";

/** A store's servers may be inconsistent: a smaller size than before is trusted after this time. */
const STALE_AFTER_MS = 60_000;
const LAST_NUMBER = 10_000;
const NOTE_EVERY_MS = 60_000;

interface Progress extends ReceivedParts {
  row: UploadRecord;
  storage: UploadStorage;
  /** Bytes after the parts. */
  tail: number;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Waits for a deletion. What it leaves is deleted with the upload, or by the sweep. */
async function ignoreFailure({ id }: UploadRecord, deletion: Promise<void>): Promise<void> {
  await deletion.catch((error: unknown) => logger.warn({ err: error, upload: id }, "objects of an upload not deleted"));
}

/** Uploads of one request in a bucket: the tus library's store, with its state in the database and requests of ours (decision 0074). */
export class S3UploadStore extends S3Store {
  private progress: Progress | null = null;
  private partsBegun = 0;
  private bytesStored = 0;
  private notedAt = Number.NEGATIVE_INFINITY;
  /** Name of the tail that this request has stored. */
  private newTail: string | null = null;
  private brokenBy: Error | null = null;

  constructor(
    private readonly requests: S3Requests,
    private readonly context: UploadContext,
  ) {
    // The library's own client is never used: its requests would neither be repeated nor end with the lock.
    const s3ClientConfig = { bucket: requests.bucket, region: "none" };
    super({ s3ClientConfig, maxConcurrentPartUploads: PARTS_AT_ONCE, expirationPeriodInMilliseconds: UPLOAD_EXPIRY_MS, useTags: false });
    this.extensions = EXTENSIONS;
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = creationDate();
    // Not every store accepts an empty part.
    if (upload.size === 0) await this.requests.put(upload.id, Buffer.alloc(0));
    else {
      const { uploadId: multipart } = await this.requests.beginParts(upload.id);
      await keepStorage(this.context.lock.key, uploadStorageSchema.parse({ multipart, partBytes: PART_BYTES }));
    }
    return upload;
  }

  override getUpload(id: string): Promise<Upload> {
    return this.context.lock.during(() => this.examine(id));
  }

  /** Writes a body. Parts in flight do not count after the lock is lost. @throws AppError 423 when the lock is lost */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.context.lock.during(() => this.writeParts(source, id, offset));
  }

  override remove(id: string): Promise<void> {
    return deleteUpload(blobKeySchema.parse(id), this.context.actor);
  }

  protected override getMetadata(): Promise<MetadataValue> {
    const { row, storage } = this.current;
    return Promise.resolve({ file: toTusUpload(row, 0), "upload-id": storage.multipart ?? "", "tus-version": TUS_RESUMABLE });
  }

  protected override retrieveParts(): Promise<Progress["parts"]> {
    return Promise.resolve(this.current.parts);
  }

  protected override async uploadPart({ file, "upload-id": multipart }: MetadataValue, body: Readable): Promise<string> {
    const { key, lease } = this.context.lock;
    const { row, bytes, parts, storage } = this.current;
    const number = Math.max((parts.at(-1)?.PartNumber ?? 0) + 1, storage.from) + this.partsBegun;
    if (number > LAST_NUMBER) return this.abortUpload(row, new Error("Take-overs have used up the part numbers."));
    this.partsBegun += 1;
    const { ETag = "" } = await this.send(body, async (part) => {
      const stored = await this.requests.putPart(file.id, multipart, number, part, lease.signal);
      this.bytesStored += part.length;
      return stored;
    });
    if (performance.now() - this.notedAt < NOTE_EVERY_MS) return ETag;
    this.notedAt = performance.now();
    await noteReceived(key, bytes + this.bytesStored);
    return ETag;
  }

  protected override async uploadIncompletePart(id: string, body: Readable): Promise<string> {
    const { bytes, storage, tail } = this.current;
    const start = bytes + this.partsBegun * storage.partBytes;
    const name = tailName(id, storage, start);
    await this.send(body, async (rest) => {
      if (start + rest.length <= bytes + tail) return;
      await this.requests.put(name, rest, this.context.lock.lease.signal);
      this.newTail = name;
    });
    return name;
  }

  protected override downloadIncompletePart(id: string): ReturnType<S3Store["downloadIncompletePart"]> {
    return this.requests.ask(() => super.downloadIncompletePart(id));
  }

  protected override getIncompletePart(): Promise<Readable | undefined> {
    const { storage, tail } = this.current;
    return tail > 0 && storage.tail !== null ? this.requests.get(storage.tail) : Promise.resolve(undefined);
  }

  /** The row names the tail until another one replaces it. */
  protected override deleteIncompletePart(): Promise<void> {
    return Promise.resolve();
  }

  protected override async finishMultipartUpload(): Promise<undefined> {
    const { row, storage } = this.current;
    const progress = await this.measure(row, storage);
    if (progress) await this.join(progress);
  }

  private get current(): Progress {
    if (!this.progress) throw new Error("The progress of the upload is not known yet.");
    return this.progress;
  }

  /** Sends a part from memory, so that the request can be repeated. */
  private async send<Result>(body: Readable, put: (bytes: Buffer) => Promise<Result>): Promise<Result> {
    const { lease } = this.context.lock;
    const readInto = async (buffer: Buffer) => {
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) size += chunk.copy(buffer, size);
      lease.check();
      return buffer.subarray(0, size);
    };
    const part = { size: this.current.storage.partBytes, readInto };
    return await bufferPool()
      .send(part, put, lease.signal)
      .finally(() => body.destroy());
  }

  private async examine(id: string): Promise<Upload> {
    const { lock } = this.context;
    const row = await requireRow(id);
    const storage = (await findUploadStorage(row.id)) ?? uploadStorageSchema.parse({});
    // After a creation the tus server calls this without the lock.
    if (!lock.isHeld) return toTusUpload(row, storage.received);
    if (row.state === "complete" || row.length === 0) return this.finish(row);
    if (storage.multipart === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    this.progress = await this.measure(row, storage);
    // Without its multipart upload, the upload has become the object, or the store has aborted it.
    if (!this.progress && (await blobStore().size(row.id)) === row.length) return this.finish(row);
    const offset = this.progress && this.progress.bytes + this.progress.tail;
    await this.requireTrusted(storage, offset);
    if (!this.progress) return this.abortUpload(row, new Error("The object store has aborted a multipart upload."));
    if (this.progress.bytes < row.length) return toTusUpload(row, offset ?? 0);
    await this.join(this.progress);
    return this.finish(row);
  }

  /** @param offset that the store reports; null when it does not know the upload @throws StoreUnavailableError while that may be wrong */
  private async requireTrusted(storage: UploadStorage, offset: number | null): Promise<void> {
    const { key } = this.context.lock;
    const isLess = offset === null || (storage.writer === null && offset < storage.received);
    if (!isLess && storage.staleSince !== null) await keepStorage(key, { ...storage, staleSince: null });
    if (isLess && (await noteStale(key)) < STALE_AFTER_MS)
      throw new StoreUnavailableError(`The object store reports less of the upload ${key.uploadId} than before.`, null);
  }

  private async writeParts(source: Readable, id: string, offset: number): Promise<number> {
    const { key, lease } = this.context.lock;
    const row = await requireRow(id);
    if (offset === row.length) {
      await finished(source.resume());
      return offset;
    }
    const storage = await beginWriting(key);
    try {
      await this.continueFrom(row, storage, offset);
      const end = await super.write(this.untilBroken(source), id, offset).catch(async (error: unknown) => {
        // No part is on its way any more, so the next request may use the numbers of those after a gap again.
        if (!lease.signal.aborted) await endWriting(key, { received: offset }).catch(() => undefined);
        throw error;
      });
      await endWriting(key, end > offset ? { tail: this.newTail, received: end } : {});
      if (end > offset && end < row.length && storage.tail !== null) await ignoreFailure(row, this.requests.delete(storage.tail));
      if (this.brokenBy && end < row.length) throw this.brokenBy;
      return end;
    } catch (error) {
      lease.signal.throwIfAborted();
      // Another request has joined or aborted the upload. The client queries its offset.
      throw isNamed(error, "NoSuchUpload", "NoSuchKey") ? ERRORS.INVALID_OFFSET : error;
    }
  }

  /** Other part numbers follow a writer that never ended: it may still have requests on the way. */
  private async continueFrom(row: UploadRecord, storage: UploadStorage, offset: number): Promise<void> {
    const { key } = this.context.lock;
    const isLost = storage.writer !== null;
    // What getUpload found is still valid, unless the last writer never ended.
    const found = isLost || !this.progress ? await this.measure(row, storage) : this.progress;
    if (!found || found.bytes + found.tail !== offset) throw ERRORS.INVALID_OFFSET;
    const own = isLost ? takeOver(storage, found, key.token) : { ...storage, writer: key.token };
    if (isLost) await keepStorage(key, own);
    this.progress = { ...found, storage: own };
    // Every part but the last has this size.
    this.minPartSize = storage.partBytes;
    this.preferredPartSize = storage.partBytes;
  }

  /** Ends where the body fails. The library would drop the bytes of the part that is not full. */
  private untilBroken(source: Readable): Readable {
    const body = new PassThrough();
    onFinished(addAbortSignal(this.context.lock.lease.signal, source), { writable: false }, (error) => {
      this.brokenBy = error ?? null;
      body.end();
    });
    return source.pipe(body, { end: false });
  }

  private async finish(row: UploadRecord): Promise<Upload> {
    const upload = toTusUpload(row, row.length);
    await finishUpload(upload, this.context.actor);
    return upload;
  }

  /** Deletes an upload that can't be completed. The client begins again. */
  private async abortUpload(row: UploadRecord, reason: unknown): Promise<never> {
    logger.warn({ err: reason, upload: row.id }, "upload aborted");
    await deleteUpload(row.id, this.context.actor);
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  /** Queries the store for the progress of an upload. @returns null when it does not know the multipart upload */
  private async measure(row: UploadRecord, storage: UploadStorage): Promise<Progress | null> {
    try {
      const received = countParts(await listParts(this.requests, row.id, storage.multipart ?? ""), storage, row.length);
      const tail = isTailAt(storage.tail, received.bytes) ? ((await this.requests.size(storage.tail)) ?? 0) : 0;
      return { ...received, row, storage, tail };
    } catch (error) {
      if (isNamed(error, "NoSuchUpload", "NoSuchKey")) return null;
      throw error;
    }
  }

  private async join({ row, storage, parts, bytes, hasOthers }: Progress): Promise<void> {
    if (bytes !== row.length)
      throw new StoreUnavailableError(`The object store lists ${bytes} of ${row.length} bytes of the upload ${row.id}.`, null);
    this.context.lock.lease.check();
    const completed = parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    try {
      await this.requests.joinParts(row.id, storage.multipart ?? "", completed, row.length);
    } catch (error) {
      // Ceph joins an upload only from all parts that it has. Parts of lost writers can neither be read nor deleted one by one.
      if (hasOthers && isNamed(error, "InvalidPart", "InvalidPartOrder")) await this.abortUpload(row, error);
      throw error;
    }
    await ignoreFailure(row, deleteSidecars(this.requests, row.id));
  }
}
