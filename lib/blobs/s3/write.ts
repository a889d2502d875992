import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CompletedPart } from "@aws-sdk/client-s3";
import { logger } from "../../logging/logger";
import { bufferPool } from "../buffer-pool";
import type { BlobKey } from "../store";
import { TempFile } from "../temp-file";
import { abortUploads } from "./list";
import type { BegunParts, S3Requests } from "./requests";

/** The 10,000 parts that S3 allows hold more than the largest upload. Bytes. */
export const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** A blob up to this size stays in memory; larger ones wait in temporary files until they are sent. Bytes. */
const KEPT_BYTES = 256 * 1024;

/** Writes one blob: by one request when it fits into a part, else in parts as they come. */
class PartSink extends Writable {
  size = 0;
  private kept: Buffer[] = [];
  private filling: TempFile | null = null;
  private taking: Promise<void> = Promise.resolve();
  private begun: Promise<BegunParts> | null = null;
  private readonly parts: Promise<CompletedPart>[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  /** Set when the object may exist, regardless of the answer. */
  private mayExist = false;

  constructor(
    private readonly requests: S3Requests,
    private readonly key: BlobKey,
  ) {
    super({ highWaterMark: 1024 * 1024 });
    // `finish` throws the error of a failed part.
    this.on("error", () => undefined);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.taking = this.take(chunk);
    this.taking.then(() => callback(), callback);
  }

  async finish(signal: AbortSignal | undefined): Promise<number> {
    if (this.begun === null) {
      this.mayExist = true;
      const put = (bytes: Buffer) => this.requests.put(this.key, bytes, signal);
      await (this.filling ? bufferPool().send(this.filling, put, signal) : put(Buffer.concat(this.kept)));
      return this.size;
    }
    await this.sendPart();
    const parts = await Promise.all(this.parts);
    signal?.throwIfAborted();
    this.mayExist = true;
    const { uploadId, isOnly } = await this.begun;
    await this.requests.joinParts(this.key, uploadId, parts, this.size);
    if (!isOnly) await this.abortOthers();
    return this.size;
  }

  /** Aborts multipart uploads whose creation had a lost answer. The sweep of leftovers finds the rest. */
  private async abortOthers(): Promise<void> {
    await abortUploads(this.requests, this.key).catch((error: unknown) => {
      logger.warn({ err: error, blob: this.key }, "unfinished multipart uploads of a blob left to the sweep");
    });
  }

  async abort(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([this.taking, ...this.underWay]);
    try {
      const begun = await this.begun?.catch(() => null);
      if (begun) await this.requests.abortParts(this.key, begun.uploadId);
      if (this.begun && !begun?.isOnly) await abortUploads(this.requests, this.key);
      if (this.mayExist) await this.requests.delete(this.key);
    } catch (error) {
      logger.warn({ err: error, blob: this.key }, "unfinished blob left to the sweep");
    }
  }

  async release(): Promise<void> {
    await this.filling?.close();
    this.filling = null;
  }

  private async take(chunk: Buffer): Promise<void> {
    this.size += chunk.length;
    this.kept.push(chunk);
    if (this.size <= KEPT_BYTES) return;
    const { kept } = this;
    this.kept = [];
    for (const bytes of kept) await this.fill(bytes);
  }

  private async fill(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      // A full part is sent when more bytes come; without more it is the whole blob.
      if (this.filling?.size === PART_BYTES) await this.sendPart();
      this.stopping.signal.throwIfAborted();
      this.filling ??= await TempFile.open();
      const taken = bytes.subarray(at, at + PART_BYTES - this.filling.size);
      await this.filling.write(taken);
      at += taken.length;
    }
  }

  /** Sends the filled part, after a wait while too many are on the way. */
  private async sendPart(): Promise<void> {
    this.begun ??= this.requests.beginParts(this.key);
    const { uploadId } = await this.begun;
    while (this.underWay.size >= PARTS_AT_ONCE) await Promise.race(this.underWay);
    const { filling: file } = this;
    if (!file) return;
    this.filling = null;
    const { signal } = this.stopping;
    const number = this.parts.length + 1;
    const put = (bytes: Buffer) => this.requests.putPart(this.key, uploadId, number, bytes, signal);
    const part = bufferPool()
      .send(file, put, signal)
      .finally(() => file.close());
    this.parts.push(part);
    this.watch(part);
  }

  private watch(part: Promise<unknown>): void {
    const over: Promise<void> = part.then(
      () => void this.underWay.delete(over),
      (error: Error) => {
        this.underWay.delete(over);
        this.destroy(error);
      },
    );
    this.underWay.add(over);
  }
}

/** Writes a whole blob from a stream, with parts buffered on the local disk. @returns its size in bytes */
export async function writeBlob(
  requests: S3Requests,
  key: BlobKey,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const sink = new PartSink(requests, key);
  try {
    await pipeline(source, sink, { signal });
    return await sink.finish(signal);
  } catch (error) {
    await sink.abort();
    throw error;
  } finally {
    await sink.release();
  }
}
