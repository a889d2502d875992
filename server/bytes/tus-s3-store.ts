import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { ERRORS, TUS_RESUMABLE, Upload } from "@tus/utils";
import { blobStore } from "../../lib/blobs/open";
import { s3ClientConfig } from "../../lib/blobs/s3-client";
import { toStoreError } from "../../lib/blobs/s3-errors";
import { blobKeySchema } from "../../lib/blobs/store";
import type { S3Settings } from "../../lib/env";
import { logger } from "../../lib/logger";
import type { UploadRecord } from "../../lib/uploads/data";
import { deleteUpload } from "../../lib/uploads/mutations";
import {
  beginWriting,
  endWriting,
  findUploadStorage,
  keepStorage,
  type UploadStorage,
  uploadStorageSchema,
} from "../../lib/uploads/receiving";
import { UPLOAD_EXPIRY_MS } from "../../lib/uploads/schema";
import { currentActor } from "./tus-actor";
import { findRow, finishUpload, toTusUpload } from "./tus-finish";
import type { Lease } from "./tus-lease";
import { leases } from "./tus-leases";
import { PartMemory } from "./tus-part-memory";
import { countParts, leaveToFormerWriter, type ReceivedParts, tailName } from "./tus-s3-parts";
import { receiveParts } from "./tus-s3-receiver";
import { Spool } from "./tus-spool";

/** 10,000 of them, the most that S3 joins, are more than the largest upload; all but the last are alike, as some stores want them. */
const PART_BYTES = 16 * 1024 * 1024;

/** The store has no such upload, or no such object, and says which: a 404 without a word says neither. */
function isGone(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchUpload" || error.name === "NoSuchKey");
}

/** What an upload has brought, and where it is kept. */
interface Progress extends ReceivedParts {
  storage: UploadStorage;
  /** Bytes of the part that is not full yet. */
  tail: number;
}

/**
 * Uploads as multipart uploads of the object that they become. The database knows where an upload is kept, the object store how far
 * it has come, and the process nothing: any other one goes on where it stopped. What the library does by temporary files, `.info`
 * objects and guesses is done here instead: see docs/decisions/0030.
 */
export class S3UploadStore extends S3Store {
  private readonly memory: PartMemory;

  constructor(
    settings: S3Settings,
    private readonly partBytes = PART_BYTES,
  ) {
    const s3ClientConfigWithBucket = { ...s3ClientConfig(settings), bucket: settings.bucket };
    super({
      s3ClientConfig: s3ClientConfigWithBucket,
      partSize: partBytes,
      minPartSize: partBytes,
      useTags: false,
      expirationPeriodInMilliseconds: UPLOAD_EXPIRY_MS,
    });
    this.memory = new PartMemory(partBytes);
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
      throw toStoreError(error);
    }
    return upload;
  }

  /** How far an upload has come. One that is all there is finished, should that have been missed. */
  override async getUpload(id: string): Promise<Upload> {
    const row = await findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.state === "complete" || row.length === 0) return this.finish(row);
    const storage = (await findUploadStorage(row.id)) ?? uploadStorageSchema.parse({});
    if (storage.multipart === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const progress = await this.measure(row, storage);
    if (!progress) return this.finishedOrGone(row);
    if (progress.bytes < row.length) return toTusUpload(row, progress.bytes + progress.tail);
    await this.join(row, progress);
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
    const progress = storage.multipart === null ? null : await this.measure(row, storage);
    if (!progress || progress.bytes + progress.tail !== offset) throw ERRORS.INVALID_OFFSET;
    try {
      return await this.receive(source, row, progress, lease);
    } catch (error) {
      if (lease.signal.aborted) throw lease.signal.reason;
      // Joined or given up meanwhile; the client asks, and hears which.
      throw isGone(error) ? ERRORS.INVALID_OFFSET : toStoreError(error);
    }
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(blobKeySchema.parse(id), currentActor());
  }

  /** Takes finished and foreign ones as well. Our own sweep does it: lib/uploads/jobs.ts. */
  override deleteExpired(): Promise<number> {
    return Promise.reject(new Error("Expired uploads are deleted by the worker."));
  }

  protected override async saveMetadata({ id }: Upload, multipart: string): Promise<void> {
    await keepStorage(leases.of(id).lock, uploadStorageSchema.parse({ multipart }));
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
  private async finishedOrGone(row: UploadRecord): Promise<Upload> {
    if ((await blobStore().size(row.id)) === row.length) return this.finish(row);
    logger.warn({ upload: row.id }, "the object store has given up a multipart upload");
    await deleteUpload(row.id, currentActor());
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  /** @returns null when the store knows nothing of the multipart upload */
  private async measure(row: UploadRecord, storage: UploadStorage): Promise<Progress | null> {
    try {
      const received = countParts(await this.retrieveParts(row.id), storage, this.partBytes, row.length);
      const tail = (await this.getIncompletePartSize(tailName(row.id, storage, received.bytes))) ?? 0;
      // More than is missing cannot be of this upload; the whole rest would have been stored as its last part.
      return { ...received, storage, tail: received.bytes + tail < row.length ? tail : 0 };
    } catch (error) {
      if (isGone(error)) return null;
      throw toStoreError(error);
    }
  }

  private async receive(source: Readable, row: UploadRecord, progress: Progress, lease: Lease): Promise<number> {
    const first = await this.fetchTail(row.id, progress);
    const storage = await this.takeOver(row.id, progress, first, lease);
    let { bytes } = progress;
    let number = Math.max(progress.parts.at(-1)?.PartNumber ?? 0, storage.from - 1);
    const storePart = async (spool: Spool) => {
      number += 1;
      await this.sendPart(row.id, storage, number, spool, lease);
      bytes += spool.size;
    };
    const { rest, brokenBy } = await receiveParts(source, first, this.partBytes, { storePart }, lease);
    try {
      if (rest.size > 0 && bytes + rest.size === row.length) await storePart(rest);
      else if (rest.size > (bytes === progress.bytes ? progress.tail : 0))
        await this.sendTail(tailName(row.id, storage, bytes), rest, lease);
      const offset = bytes === row.length ? bytes : bytes + rest.size;
      if (bytes > progress.bytes && progress.tail > 0) await this.deleteObject(tailName(row.id, storage, progress.bytes));
      if (bytes === row.length) await this.joinAll(row, storage);
      const tail = bytes < row.length && rest.size > 0 ? tailName(row.id, storage, bytes) : null;
      await endWriting(lease.lock, { tail, received: offset });
      if (brokenBy && bytes < row.length) throw brokenBy.error;
      return offset;
    } finally {
      await rest.close();
    }
  }

  /** What has come of the part that is not full, brought back. */
  private async fetchTail(id: string, { storage, bytes, tail }: Progress): Promise<Spool> {
    const spool = await Spool.open();
    if (tail === 0) return spool;
    try {
      const body = await this.getIncompletePart(tailName(id, storage, bytes));
      if (body) for await (const chunk of body) await spool.write(chunk);
      if (spool.size !== tail) throw ERRORS.INVALID_OFFSET;
      return spool;
    } catch (error) {
      await spool.close();
      throw error;
    }
  }

  /** @returns where to go on: beside what a former writer may still have in flight */
  private async takeOver(id: string, progress: Progress, tail: Spool, lease: Lease): Promise<UploadStorage> {
    if (progress.storage.writer === null) return progress.storage;
    const storage = leaveToFormerWriter(progress.storage, progress, lease.lock.token);
    try {
      if (tail.size > 0) await this.sendTail(tailName(id, storage, progress.bytes), tail, lease);
      await keepStorage(lease.lock, { ...storage, tail: tail.size > 0 ? tailName(id, storage, progress.bytes) : null });
      return storage;
    } catch (error) {
      await tail.close();
      throw error;
    }
  }

  private sendPart(id: string, { multipart }: UploadStorage, PartNumber: number, spool: Spool, lease: Lease): Promise<void> {
    return this.memory.take(spool, async (Body) => {
      lease.check();
      const part = { Bucket: this.bucket, Key: id, UploadId: multipart ?? "", PartNumber, Body, ContentLength: Body.length };
      await this.client.uploadPart(part, { abortSignal: lease.signal });
    });
  }

  private sendTail(name: string, spool: Spool, lease: Lease): Promise<void> {
    return this.memory.take(spool, async (Body) => {
      lease.check();
      await this.client.putObject({ Bucket: this.bucket, Key: name, Body, ContentLength: Body.length }, { abortSignal: lease.signal });
    });
  }

  /** It counts no more, and takes room only. */
  private async deleteObject(name: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: name }).catch((error: unknown) => {
      logger.warn({ err: error, object: name }, "object beside an upload not deleted");
    });
  }

  /** What writers have left who were lost. */
  private async deleteTails(id: string): Promise<void> {
    const { Contents = [] } = await this.client.listObjectsV2({ Bucket: this.bucket, Prefix: `${id}.` });
    for (const { Key = "" } of Contents) await this.deleteObject(Key);
  }

  /** Makes the object of what was stored, as the store itself tells it. */
  private async joinAll(row: UploadRecord, storage: UploadStorage): Promise<void> {
    const progress = await this.measure(row, storage);
    // Nothing more of it: another request has joined it.
    if (progress) await this.join(row, progress);
  }

  /** Answers may get lost, and somebody else may have been faster: the object tells. */
  private async join(row: UploadRecord, { parts, bytes, storage }: Progress): Promise<void> {
    if (bytes !== row.length) throw new Error(`The object store lists ${bytes} of ${row.length} bytes of the upload ${row.id}.`);
    const metadata = { file: toTusUpload(row, bytes), "upload-id": storage.multipart ?? "", "tus-version": TUS_RESUMABLE };
    try {
      await this.finishMultipartUpload(metadata, parts);
    } catch (error) {
      if ((await blobStore().size(row.id)) !== row.length) throw toStoreError(error);
    }
    await this.deleteTails(row.id);
  }

  /** Names are made by {@link tailName}. */
  protected override partKey(name: string): string {
    return name;
  }
}
