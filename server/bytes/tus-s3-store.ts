import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { ERRORS, TUS_RESUMABLE, Upload } from "@tus/utils";
import { countCalls } from "../../lib/blobs/measured-client";
import { blobStore } from "../../lib/blobs/open";
import { toStoreError } from "../../lib/blobs/s3/errors";
import { PART_BYTES } from "../../lib/blobs/s3/write";
import { s3ClientConfig } from "../../lib/blobs/s3-client";
import { blobKeySchema, StoreAwayError } from "../../lib/blobs/store";
import type { S3Settings } from "../../lib/env";
import type { UploadRecord } from "../../lib/imports/uploads/data";
import { deleteUpload } from "../../lib/imports/uploads/mutations";
import { UPLOAD_EXPIRY_MS } from "../../lib/imports/uploads/schema";
import { logger } from "../../lib/logging/logger";
import {
  beginWriting,
  endWriting,
  findUploadStorage,
  keepStorage,
  noteDoubt,
  type UploadStorage,
  uploadStorageSchema,
} from "../../lib/uploads/receiving";
import { countParts, tailName } from "../uploads/tus/s3-parts";
import { currentActor } from "./tus-actor";
import { findRow, finishUpload, toTusUpload } from "./tus-finish";
import type { Lease } from "./tus-lease";
import { leases } from "./tus-leases";
import { isGone, UploadBucket } from "./tus-s3-bucket";
import { NumbersUsedUpError, type Progress, S3Writer } from "./tus-s3-writer";

/** A store that tells less of an upload than it had is believed when it has done so for this long: it may be one of many servers. */
const BELIEVED_AFTER_MS = 60_000;

/** Some stores (Ceph) join an upload only when every part is listed that they have, and of writers who were lost there may be others. */
function wantsEveryPart(error: unknown): boolean {
  return error instanceof Error && (error.name === "InvalidPart" || error.name === "InvalidPartOrder");
}

/**
 * Uploads as multipart uploads of the object that they become. The database knows where an upload is kept, the object store how far
 * it has come, and the process nothing: any other one goes on where it stopped. What the library does by temporary files, `.info`
 * objects and guesses is done here instead: see docs/decisions/0030.
 */
export class S3UploadStore extends S3Store {
  private readonly uploads: UploadBucket;
  /** What getUpload has found out for the request that holds the lease, which may go on to write. */
  private readonly measured = new WeakMap<Lease, Progress>();

  constructor(settings: S3Settings) {
    super({
      s3ClientConfig: { ...s3ClientConfig(settings), bucket: settings.bucket },
      partSize: PART_BYTES,
      minPartSize: PART_BYTES,
      useTags: false,
      expirationPeriodInMilliseconds: UPLOAD_EXPIRY_MS,
    });
    countCalls(this.client);
    this.uploads = new UploadBucket(this.client, settings.bucket);
    // A length that is told at the end could not be refused at the beginning.
    this.extensions = this.extensions.filter((extension) => extension !== "creation-defer-length");
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString();
    try {
      // A multipart upload has at least one part, and none of them is empty everywhere.
      if (upload.size === 0) await this.client.putObject({ Bucket: this.bucket, Key: upload.id, Body: Buffer.alloc(0), ContentLength: 0 });
      // What the client says of its file is no header of ours.
      else await super.create(new Upload({ id: upload.id, offset: 0, ...(upload.size !== undefined && { size: upload.size }) }));
    } catch (error) {
      await this.uploads.abortUploads(upload.id);
      throw toStoreError(error);
    }
    return upload;
  }

  /** How far an upload has come. One that is all there is finished, should that have been missed. */
  override getUpload(id: string): Promise<Upload> {
    const lease = leases.find(id);
    return lease ? lease.during(() => this.lookUnder(lease, id)) : this.describeCreated(id);
  }

  /** What the answer to a creation tells, when nobody holds the upload any more. */
  private async describeCreated(id: string): Promise<Upload> {
    const row = await findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.state === "complete") return toTusUpload(row, row.length);
    return toTusUpload(row, (await findUploadStorage(row.id))?.received ?? 0);
  }

  private async lookUnder(lease: Lease, id: string): Promise<Upload> {
    const row = await findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.state === "complete" || row.length === 0) return this.finish(row);
    const storage = (await findUploadStorage(row.id)) ?? uploadStorageSchema.parse({});
    if (storage.multipart === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const progress = await this.measure(row, storage);
    if (!progress) return this.finishedOrGone(row, lease);
    const offset = progress.bytes + progress.tail;
    if (storage.writer === null && offset < storage.received) await this.requireOldDoubt(lease);
    else if (storage.doubtedSince !== null) await keepStorage(lease.lock, { ...storage, doubtedSince: null });
    if (progress.bytes < row.length) {
      this.measured.set(lease, progress);
      return toTusUpload(row, offset);
    }
    await this.join(row, progress, lease);
    return this.finish(row);
  }

  /** @throws AppError 423 when the lease is lost: what was on its way then does not count */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    const lease = leases.of(id);
    return lease.during(() => this.writeUnder(lease, source, id, offset));
  }

  private async writeUnder(lease: Lease, source: Readable, id: string, offset: number): Promise<number> {
    const row = await findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (offset === row.length) {
      // Nothing is missing, so nothing may come; what comes all the same is refused on the way here.
      await finished(source.resume());
      return offset;
    }
    const storage = await beginWriting(lease.lock);
    const progress = await this.measureToWrite(row, storage, lease);
    if (!progress || progress.bytes + progress.tail !== offset) throw ERRORS.INVALID_OFFSET;
    try {
      const { bytes, offset: end, tail, brokenBy } = await new S3Writer(this.uploads, row, progress, lease).write(source);
      if (bytes === row.length) await this.joinAll(row, storage, lease);
      await endWriting(lease.lock, { tail, received: end });
      if (brokenBy && bytes < row.length) throw brokenBy.error;
      return end;
    } catch (error) {
      if (lease.signal.aborted) throw lease.signal.reason;
      if (error instanceof NumbersUsedUpError) return this.giveUp(row, error);
      // Joined or given up meanwhile; the client asks, and hears which.
      throw isGone(error) ? ERRORS.INVALID_OFFSET : toStoreError(error);
    }
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(blobKeySchema.parse(id), currentActor());
  }

  /** Takes finished and foreign ones as well. Our own sweep does it: lib/imports/uploads/jobs.ts. */
  override deleteExpired(): Promise<number> {
    return Promise.reject(new Error("Expired uploads are deleted by the worker."));
  }

  protected override async saveMetadata({ id }: Upload, multipart: string): Promise<void> {
    await keepStorage(leases.of(id).lock, uploadStorageSchema.parse({ multipart, partBytes: PART_BYTES }));
  }

  protected override async getMetadata(id: string): Promise<MetadataValue> {
    const row = await findRow(id);
    const storage = row && (await findUploadStorage(row.id));
    if (!row || !storage?.multipart) throw ERRORS.FILE_NOT_FOUND;
    return { file: toTusUpload(row, 0), "upload-id": storage.multipart, "tus-version": TUS_RESUMABLE };
  }

  private async finish(row: UploadRecord): Promise<Upload> {
    const upload = toTusUpload(row, row.length);
    await finishUpload(upload);
    return upload;
  }

  /** The store knows nothing of the multipart upload: it has become the object, or somebody has given it up. */
  private async finishedOrGone(row: UploadRecord, lease: Lease): Promise<Upload> {
    if ((await blobStore().size(row.id)) === row.length) return this.finish(row);
    await this.requireOldDoubt(lease);
    return this.giveUp(row, new Error("The object store has given up a multipart upload."));
  }

  /** @throws StoreAwayError unless the store has told less than it had for long enough */
  private async requireOldDoubt(lease: Lease): Promise<void> {
    if ((await noteDoubt(lease.lock)) < BELIEVED_AFTER_MS)
      throw new StoreAwayError(`The object store tells less of the upload ${lease.lock.uploadId} than it had.`, null);
  }

  /** Forgets an upload that cannot come to its end; the client begins anew. */
  private async giveUp(row: UploadRecord, reason: Error): Promise<never> {
    logger.warn({ err: reason, upload: row.id }, "upload given up");
    await deleteUpload(row.id, currentActor());
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  /** What getUpload has found out still holds, unless the last writer never said that it had ended. */
  private async measureToWrite(row: UploadRecord, storage: UploadStorage, lease: Lease): Promise<Progress | null> {
    const known = this.measured.get(lease);
    if (known && storage.writer === null) return { ...known, storage };
    return storage.multipart === null ? null : await this.measure(row, storage);
  }

  /** @returns null when the store knows nothing of the multipart upload */
  private async measure(row: UploadRecord, storage: UploadStorage): Promise<Progress | null> {
    try {
      const listed = await this.uploads.listParts(row.id, storage.multipart ?? "");
      const received = countParts(listed, storage, row.length);
      const tail = await this.uploads.tailSize(tailName(row.id, storage, received.bytes));
      // More than is missing cannot be of this upload; the whole rest would have been stored as its last part.
      return { ...received, storage, tail: received.bytes + tail < row.length ? tail : 0 };
    } catch (error) {
      if (isGone(error)) return null;
      throw toStoreError(error);
    }
  }

  /** Makes the object of what was stored, as the store itself tells it. */
  private async joinAll(row: UploadRecord, storage: UploadStorage, lease: Lease): Promise<void> {
    // Numbers may count that did not when it was begun to write.
    const progress = await this.measure(row, (await findUploadStorage(row.id)) ?? storage);
    // Nothing more of it: another request has joined it.
    if (progress) await this.join(row, progress, lease);
  }

  /** Answers may get lost, and somebody else may have been faster: the object tells. */
  private async join(row: UploadRecord, { parts, bytes, hasOthers, storage }: Progress, lease: Lease): Promise<void> {
    if (bytes !== row.length)
      throw new StoreAwayError(`The object store lists ${bytes} of ${row.length} bytes of the upload ${row.id}.`, null);
    lease.check();
    const metadata = { file: toTusUpload(row, bytes), "upload-id": storage.multipart ?? "", "tus-version": TUS_RESUMABLE };
    try {
      await this.finishMultipartUpload(metadata, parts);
    } catch (error) {
      if ((await blobStore().size(row.id)) !== row.length) {
        // Parts cannot be read, nor deleted one by one: there is no way to join the others.
        if (hasOthers && wantsEveryPart(error)) await this.giveUp(row, error as Error);
        throw toStoreError(error);
      }
    }
    await this.uploads.deleteTails(row.id);
    await this.uploads.abortUploads(row.id);
  }
}
