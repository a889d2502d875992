import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "../../env";
import { ReadSlots } from "../read-limiter";
import { createS3Client } from "../s3-client";
import { RangeReader, type RangeSource } from "../s3-range";
import { S3Stream } from "../s3-stream";
import {
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type ByteSlice,
  blobKeySchema,
  type Capacity,
  type StoredObject,
  type StoreOwnership,
} from "../store";
import { listObjects, listUploads, parseUploadName } from "./list";
import { S3Ownership } from "./owner";
import { S3Requests } from "./requests";
import { writeBlob } from "./write";

/** What a store may be told to do otherwise. Milliseconds. */
export interface S3StoreOptions {
  client?: S3Client;
  /** Connections that readers have together. */
  readersAtOnce?: number;
  /** So long a reader keeps its connection, whoever waits for one. */
  keptMs?: number;
  /** So long a body may stand still while it is waited for. */
  idleMs?: number;
}

/** A name that no object but one at the top of the bucket has. */
function isObjectName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}

/** Blobs as objects of one bucket, each named by its key; that is where a tus store puts the upload that becomes one. */
export class S3BlobStore implements BlobStore {
  readonly ownership: StoreOwnership;
  /** A request takes about as long as a megabyte of its answer. */
  readonly readSizes = { atOnce: 4 * 1024 * 1024, gap: 256 * 1024 };
  private readonly requests: S3Requests;
  private readonly source: RangeSource;

  constructor(settings: S3Settings, { client, readersAtOnce = 128, keptMs = 500, idleMs = 20_000 }: S3StoreOptions = {}) {
    this.requests = new S3Requests(client ?? createS3Client(settings), settings.bucket);
    this.ownership = new S3Ownership(this.requests);
    this.source = { requests: this.requests, slots: new ReadSlots(readersAtOnce, keptMs), idleMs };
  }

  async size(key: BlobKey): Promise<number | null> {
    return await this.requests.size(blobKeySchema.parse(key));
  }

  async read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable> {
    signal?.throwIfAborted();
    if (slice.length === 0) return Readable.from([]);
    const reader = new RangeReader(this.source, blobKeySchema.parse(key), slice, signal);
    try {
      await reader.open();
    } catch (error) {
      reader.close();
      throw error;
    }
    return new S3Stream(reader, key, slice, signal);
  }

  async readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    if (slice.length === 0) return Buffer.alloc(0);
    const reader = new RangeReader(this.source, blobKeySchema.parse(key), slice, signal);
    const chunks: Buffer[] = [];
    try {
      for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) chunks.push(chunk);
    } finally {
      reader.close();
    }
    // Whoever keeps a few bytes shall not keep the socket's buffer with them.
    const [only] = chunks;
    return only && chunks.length === 1 && only.buffer.byteLength <= 4 * only.length ? only : Buffer.concat(chunks);
  }

  async write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    return await writeBlob(this.requests, blobKeySchema.parse(key), source, signal);
  }

  /** What the store has confirmed is as durable as it ever gets. */
  async flush(key: BlobKey): Promise<void> {
    if ((await this.size(key)) === null) throw new BlobMissingError(key);
  }

  /** With it goes what was being written or uploaded under its key, and what is kept beside it: two lists, each as dear as many deletions. */
  async delete(key: BlobKey, { isWhole }: { isWhole: boolean } = { isWhole: false }): Promise<void> {
    const named = blobKeySchema.parse(key);
    await this.requests.delete(named);
    if (isWhole) return;
    for await (const { name } of listUploads(this.requests, named)) await this.deleteLeftover(name);
    for await (const { name } of listObjects(this.requests, `${named}.`)) await this.requests.delete(name);
  }

  /** Unfinished uploads first: one that is finished meanwhile is then listed as the blob that it became, and never missed. */
  async *list(signal?: AbortSignal): AsyncGenerator<StoredObject, void, undefined> {
    signal?.throwIfAborted();
    yield* listUploads(this.requests, "", signal);
    yield* listObjects(this.requests, "", signal);
  }

  async deleteLeftover(name: string): Promise<void> {
    const upload = parseUploadName(name);
    if (upload) return this.requests.abandonParts(upload.key, upload.uploadId);
    if (!isObjectName(name)) throw new Error(`${JSON.stringify(name)} is no name of an object.`);
    await this.requests.delete(name);
  }

  now(): Promise<Date> {
    return this.requests.requireBucket();
  }

  /** A bucket has no end that it would tell of. */
  capacity(): Promise<Capacity> {
    return Promise.resolve({ total: null, free: null });
  }

  /** Anybody may ask for it, by way of the health checks, and a bucket asks money for each write and keeps a version of it. */
  async check(signal?: AbortSignal): Promise<void> {
    await this.requests.requireBucket(signal);
  }

  /** Closes the connections that are kept open. */
  close(): void {
    this.requests.client.destroy();
  }
}
