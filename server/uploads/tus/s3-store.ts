import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { DataStore, ERRORS, type Upload } from "@tus/utils";
import { countCalls } from "../../../lib/blobs/measured";
import { blobStore } from "../../../lib/blobs/open";
import { createS3Client } from "../../../lib/blobs/s3/client";
import { abortUploads, deleteSidecars, listParts } from "../../../lib/blobs/s3/list";
import { S3Requests } from "../../../lib/blobs/s3/requests";
import { PART_BYTES } from "../../../lib/blobs/s3/write";
import { type BlobKey, blobKeySchema, StoreUnavailableError } from "../../../lib/blobs/store";
import type { S3Settings } from "../../../lib/env";
import type { UploadRecord } from "../../../lib/imports/uploads/data";
import { deleteUpload } from "../../../lib/imports/uploads/mutations";
import {
  beginWriting,
  endWriting,
  findUploadStorage,
  keepStorage,
  noteStale,
  type UploadStorage,
  uploadStorageSchema,
} from "../../../lib/imports/uploads/receiving";
import { UPLOAD_EXPIRY_MS } from "../../../lib/imports/uploads/schema";
import { logger } from "../../../lib/logging/logger";
import { countParts, tailName } from "./s3-parts";
import { PartNumbersUsedUpError, type Progress, S3Writer } from "./s3-writer";
import { creationDate, EXTENSIONS, finishUpload, requireRow, toTusUpload, type UploadContext } from "./upload";

/** A store's servers may be inconsistent: a smaller size than before is trusted after this time. */
const STALE_AFTER_MS = 60_000;

function isGone(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchUpload" || error.name === "NoSuchKey");
}

/** Ceph joins an upload only from all parts that it has, and lost writers may have left others. */
function wantsEveryPart(error: unknown): boolean {
  return error instanceof Error && (error.name === "InvalidPart" || error.name === "InvalidPartOrder");
}

export function openUploadBucket(settings: S3Settings): S3Requests {
  const client = createS3Client(settings);
  countCalls(client);
  return new S3Requests(client, settings);
}

/** Uploads of one request in a bucket. An upload is the multipart upload of its final object (decisions 0030 and 0044). */
export class S3UploadStore extends DataStore {
  override extensions = EXTENSIONS;
  /** What {@link getUpload} found, for the write of the same request. */
  private measured: Progress | null = null;

  constructor(
    private readonly requests: S3Requests,
    private readonly context: UploadContext,
  ) {
    super();
  }

  override getExpiration(): number {
    return UPLOAD_EXPIRY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const id = blobKeySchema.parse(upload.id);
    upload.creation_date = creationDate();
    try {
      // Not every store accepts an empty part.
      if (upload.size === 0) await this.requests.put(id, Buffer.alloc(0));
      else {
        const { uploadId: multipart } = await this.requests.beginParts(id);
        await keepStorage(this.context.lock.key, uploadStorageSchema.parse({ multipart, partBytes: PART_BYTES }));
      }
    } catch (error) {
      await this.cleanUp(id, abortUploads);
      throw error;
    }
    return upload;
  }

  override getUpload(id: string): Promise<Upload> {
    const { lock } = this.context;
    // After a creation the tus server calls this without the lock.
    return lock.isHeld ? lock.during(() => this.examine(id)) : this.describe(id);
  }

  /** Writes a body. Parts in flight do not count after the lock is lost. @throws AppError 423 when the lock is lost */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.context.lock.during(() => this.writeParts(source, id, offset));
  }

  override remove(id: string): Promise<void> {
    return deleteUpload(blobKeySchema.parse(id), this.context.actor);
  }

  private async describe(id: string): Promise<Upload> {
    const row = await requireRow(id);
    if (row.state === "complete") return toTusUpload(row, row.length);
    return toTusUpload(row, (await findUploadStorage(row.id))?.received ?? 0);
  }

  private async examine(id: string): Promise<Upload> {
    const row = await requireRow(id);
    if (row.state === "complete" || row.length === 0) return this.finish(row);
    const storage = (await findUploadStorage(row.id)) ?? uploadStorageSchema.parse({});
    if (storage.multipart === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const progress = await this.measure(row, storage);
    if (!progress) return this.finishOrAbort(row);
    const offset = progress.bytes + progress.tail;
    if (storage.writer === null && offset < storage.received) await this.requireStale(row);
    else if (storage.staleSince !== null) await keepStorage(this.context.lock.key, { ...storage, staleSince: null });
    if (progress.bytes < row.length) {
      this.measured = progress;
      return toTusUpload(row, offset);
    }
    await this.join(row, progress);
    return this.finish(row);
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
      const progress = await this.measureForWrite(row, storage);
      if (!progress || progress.bytes + progress.tail !== offset) throw ERRORS.INVALID_OFFSET;
      const { bytes, offset: end, tail, brokenBy } = await new S3Writer(this.requests, row, progress, this.context.lock).write(source);
      if (bytes === row.length) await this.joinAll(row);
      await endWriting(key, { tail, received: end });
      if (brokenBy && bytes < row.length) throw brokenBy.error;
      return end;
    } catch (error) {
      lease.signal.throwIfAborted();
      if (error instanceof PartNumbersUsedUpError) return this.abortUpload(row, error);
      // Another request has joined or aborted the upload. The client queries its offset.
      throw isGone(error) ? ERRORS.INVALID_OFFSET : error;
    }
  }

  private async finish(row: UploadRecord): Promise<Upload> {
    const upload = toTusUpload(row, row.length);
    await finishUpload(upload, this.context.actor);
    return upload;
  }

  /** Handles a row without its multipart upload: the upload has become the object, or the store has aborted it. */
  private async finishOrAbort(row: UploadRecord): Promise<Upload> {
    if ((await blobStore().size(row.id)) === row.length) return this.finish(row);
    await this.requireStale(row);
    return this.abortUpload(row, new Error("The object store has aborted a multipart upload."));
  }

  private async requireStale({ id }: UploadRecord): Promise<void> {
    if ((await noteStale(this.context.lock.key)) < STALE_AFTER_MS)
      throw new StoreUnavailableError(`The object store reports less of the upload ${id} than before.`, null);
  }

  /** Deletes an upload that can't be completed. The client begins again. */
  private async abortUpload(row: UploadRecord, reason: unknown): Promise<never> {
    logger.warn({ err: reason, upload: row.id }, "upload aborted");
    await deleteUpload(row.id, this.context.actor);
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  /** The result of {@link getUpload} is still valid, unless the last writer never ended. */
  private async measureForWrite(row: UploadRecord, storage: UploadStorage): Promise<Progress | null> {
    if (this.measured && storage.writer === null) return { ...this.measured, storage };
    return storage.multipart === null ? null : await this.measure(row, storage);
  }

  /** Queries the store for the progress of an upload. @returns null when it does not know the multipart upload */
  private async measure(row: UploadRecord, storage: UploadStorage): Promise<Progress | null> {
    try {
      const received = countParts(await listParts(this.requests, row.id, storage.multipart ?? ""), storage, row.length);
      const mayHaveTail = storage.tail !== null || storage.writer !== null;
      const tail = mayHaveTail ? ((await this.requests.size(tailName(row.id, storage, received.bytes))) ?? 0) : 0;
      // A tail that completes the upload would have been stored as its last part.
      return { ...received, storage, tail: received.bytes + tail < row.length ? tail : 0 };
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  private async joinAll(row: UploadRecord): Promise<void> {
    // A take-over during the write has changed which part numbers count.
    const storage = (await findUploadStorage(row.id)) ?? uploadStorageSchema.parse({});
    const progress = await this.measure(row, storage);
    if (progress) await this.join(row, progress);
  }

  private async join(row: UploadRecord, { parts, bytes, hasOthers, storage }: Progress): Promise<void> {
    if (bytes !== row.length)
      throw new StoreUnavailableError(`The object store lists ${bytes} of ${row.length} bytes of the upload ${row.id}.`, null);
    this.context.lock.lease.check();
    const completed = parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    try {
      await this.requests.joinParts(row.id, storage.multipart ?? "", completed, row.length);
    } catch (error) {
      // Parts can neither be read nor deleted one by one.
      if (hasOthers && wantsEveryPart(error)) await this.abortUpload(row, error);
      throw error;
    }
    await this.cleanUp(row.id, deleteSidecars);
  }

  private async cleanUp(id: BlobKey, remove: typeof deleteSidecars): Promise<void> {
    await remove(this.requests, id).catch((error: unknown) => {
      logger.warn({ err: error, upload: id }, "sidecars of an upload not deleted");
    });
  }
}
