import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "../../env";
import { ReadLimiter } from "../read-limiter";
import {
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type ByteSlice,
  blobKeySchema,
  type Capacity,
  OWNER_NAME,
  type StoredObject,
  type StoreOwnership,
  StoreUnavailableError,
} from "../store";
import { createS3Client } from "./client";
import { isMissing, isNamedMissing, statusOf } from "./errors";
import { deleteSidecars, listObjects, listUploads, parseUploadName } from "./list";
import { type RangeSource, RangeStream } from "./range-stream";
import { options, S3Requests } from "./requests";
import { writeBlob } from "./write";

/** Wait for other writers on stores without conditional writes. Happens once for each bucket. Milliseconds. */
const SETTLE_MS = 1_000;

const WITHOUT_CONDITIONS = new Set([400, 501]);

class S3Ownership implements StoreOwnership {
  constructor(private readonly requests: S3Requests) {}

  async read(): Promise<string | null> {
    const command = new GetObjectCommand({ Bucket: this.requests.bucket, Key: OWNER_NAME });
    const read = async () => {
      const { Body } = await this.requests.client.send(command, options());
      return (await Body?.transformToString())?.trim() ?? "";
    };
    try {
      return await this.requests.ask(read);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (isNamedMissing(error) || (await this.requests.size(OWNER_NAME)) === null) return null;
      throw new StoreUnavailableError(`${OWNER_NAME} exists, but the object store answered 404.`, error);
    }
  }

  /** S3 conditional writes: when several writers race, the first succeeds. On stores without them the last one does. */
  async claim(id: string): Promise<string> {
    const present = await this.read();
    if (present !== null) return present;
    try {
      await this.put(id, { IfNoneMatch: "*" });
    } catch (error) {
      const first = await this.read();
      if (first !== null) return first;
      if (!WITHOUT_CONDITIONS.has(statusOf(error) ?? 0)) throw error;
      await this.put(id);
    }
    await pause(SETTLE_MS);
    const owner = await this.read();
    if (owner === null) throw new StoreUnavailableError(`The object store lost ${OWNER_NAME}, which was just written.`, null);
    return owner;
  }

  takeOver(id: string): Promise<void> {
    return this.put(id);
  }

  private async put(id: string, condition: { IfNoneMatch?: string } = {}): Promise<void> {
    const Body = Buffer.from(`${id}\n`);
    const at = { Bucket: this.requests.bucket, Key: OWNER_NAME, ContentType: "text/plain", ContentLength: Body.length };
    await this.requests.ask((client) => client.send(new PutObjectCommand({ ...at, Body, ...condition }), options()));
  }
}

export interface S3StoreOptions {
  client?: S3Client;
  readersAtOnce?: number;
  keptMs?: number;
  /** How long a body may stall while a reader waits for it. */
  idleMs?: number;
}

function isObjectName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}

/** Keeps blobs as objects of one bucket, named by their keys. A completed multipart upload is already such an object. */
export class S3BlobStore implements BlobStore {
  readonly ownership: StoreOwnership;
  /** A request takes about as long as one megabyte of its answer. */
  readonly readSizes = { atOnce: 4 * 1024 * 1024, gap: 256 * 1024 };
  private readonly requests: S3Requests;
  private readonly source: RangeSource;

  constructor(settings: S3Settings, { client, readersAtOnce = 128, keptMs = 500, idleMs = 20_000 }: S3StoreOptions = {}) {
    this.requests = new S3Requests(client ?? createS3Client(settings), settings);
    this.ownership = new S3Ownership(this.requests);
    this.source = { requests: this.requests, limiter: new ReadLimiter(readersAtOnce, keptMs), idleMs };
  }

  async size(key: BlobKey): Promise<number | null> {
    return await this.requests.size(blobKeySchema.parse(key));
  }

  async read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable> {
    signal?.throwIfAborted();
    if (slice.length === 0) return Readable.from([]);
    return await RangeStream.open(this.source, blobKeySchema.parse(key), slice, { signal, mayBeShort: false });
  }

  async readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    if (slice.length === 0) return Buffer.alloc(0);
    const stream = await RangeStream.open(this.source, blobKeySchema.parse(key), slice, { signal, mayBeShort: true });
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    try {
      await finished(stream);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
    // A few bytes must not keep the socket's whole buffer in memory.
    const [only] = chunks;
    return only && chunks.length === 1 && only.buffer.byteLength <= 4 * only.length ? only : Buffer.concat(chunks);
  }

  async write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    return await writeBlob(this.requests, blobKeySchema.parse(key), source, signal);
  }

  /** Only checks that the blob exists: what the store has confirmed is durable. */
  async flush(key: BlobKey): Promise<void> {
    if ((await this.size(key)) === null) throw new BlobMissingError(key);
  }

  /** Also deletes sidecars of the blob, unless it was whole. That takes two lists, each as expensive as many deletions. */
  async delete(key: BlobKey, { isWhole }: { isWhole: boolean } = { isWhole: false }): Promise<void> {
    const named = blobKeySchema.parse(key);
    await this.requests.delete(named);
    if (isWhole) return;
    await deleteSidecars(this.requests, named);
  }

  /** Lists unfinished uploads first: one that completes meanwhile is then listed as a blob, and not missed. */
  async *list(signal?: AbortSignal): AsyncGenerator<StoredObject, void, undefined> {
    signal?.throwIfAborted();
    yield* listUploads(this.requests, "", signal);
    yield* listObjects(this.requests, "", signal);
  }

  async deleteLeftover(name: string): Promise<void> {
    const upload = parseUploadName(name);
    if (upload) return this.requests.abortParts(upload.key, upload.uploadId);
    if (!isObjectName(name)) throw new Error(`${JSON.stringify(name)} is not an object name.`);
    await this.requests.delete(name);
  }

  now(): Promise<Date> {
    return this.requests.requireBucket();
  }

  capacity(): Promise<Capacity> {
    return Promise.resolve({ total: null, free: null });
  }

  /** Does not write: health checks are public, and each write to a bucket costs money. */
  async check(signal?: AbortSignal): Promise<void> {
    await this.requests.requireBucket(signal);
  }

  close(): void {
    this.requests.client.destroy();
  }
}
