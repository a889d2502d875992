import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CompletedPart } from "@aws-sdk/client-s3";
import { logger } from "../../logging/logger";
import { partMemory } from "../part-memory";
import type { BlobKey } from "../store";
import { PartSpool } from "../temp-file";
import { abandonUploads } from "./list";
import type { BegunParts, S3Requests } from "./requests";

/** 10,000 of them, the most that S3 joins, are more than the largest upload. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Parts of one blob on their way at once; another one is being filled meanwhile. */
const PARTS_AT_ONCE = 2;
/** A blob that is no larger never leaves the memory; what comes of larger ones waits on the local disk until it is sent. */
const KEPT_BYTES = 256 * 1024;

/** Takes the bytes of one blob: up to a part they are written by one request, more in parts as they come. */
class PartSink extends Writable {
  size = 0;
  /** What has come so far, as long as it is little. */
  private kept: Buffer[] = [];
  private filling: PartSpool | null = null;
  private taking: Promise<void> = Promise.resolve();
  private begun: Promise<BegunParts> | null = null;
  private readonly parts: Promise<CompletedPart>[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  /** From here on the object may be there, whatever the answer. */
  private mayExist = false;

  constructor(
    private readonly requests: S3Requests,
    private readonly key: BlobKey,
  ) {
    super({ highWaterMark: 1024 * 1024 });
    // Whoever finishes it hears of a part that fails; nobody else listens by then.
    this.on("error", () => undefined);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.taking = this.take(chunk);
    this.taking.then(() => callback(), callback);
  }

  /** Makes an object of everything that was written. */
  async finish(signal: AbortSignal | undefined): Promise<number> {
    if (this.begun === null) {
      this.mayExist = true;
      const put = (bytes: Buffer) => this.requests.put(this.key, bytes, signal);
      await (this.filling ? partMemory().take(this.filling, put, signal) : put(Buffer.concat(this.kept)));
      return this.size;
    }
    await this.sendPart();
    const parts = await Promise.all(this.parts);
    signal?.throwIfAborted();
    this.mayExist = true;
    const { uploadId, isOnly } = await this.begun;
    await this.requests.joinParts(this.key, uploadId, parts, this.size);
    if (!isOnly) await this.abandonOthers();
    return this.size;
  }

  /** What the store has begun without being heard. The sweep of leftovers finds what cannot be given up now. */
  private async abandonOthers(): Promise<void> {
    await abandonUploads(this.requests, this.key).catch((error: unknown) => {
      logger.warn({ err: error, blob: this.key }, "what was begun of a blob left to the sweep");
    });
  }

  /** Removes what was written so far. What cannot be removed now is found by the sweep of leftovers. */
  async abandon(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([this.taking, ...this.underWay]);
    try {
      const begun = await this.begun?.catch(() => null);
      if (begun) await this.requests.abandonParts(this.key, begun.uploadId);
      if (this.begun && !begun?.isOnly) await abandonUploads(this.requests, this.key);
      if (this.mayExist) await this.requests.delete(this.key);
    } catch (error) {
      logger.warn({ err: error, blob: this.key }, "unfinished blob left to the sweep");
    }
  }

  /** To be called in the end, however it ended. */
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
      // A full one is sent when more comes: without that, it is the whole blob.
      if (this.filling?.size === PART_BYTES) await this.sendPart();
      this.stopping.signal.throwIfAborted();
      this.filling ??= await PartSpool.open();
      const taken = bytes.subarray(at, at + PART_BYTES - this.filling.size);
      await this.filling.write(taken);
      at += taken.length;
    }
  }

  /** Sends what is filled as the next part; first waits while too many are under way. */
  private async sendPart(): Promise<void> {
    this.begun ??= this.requests.beginParts(this.key);
    const { uploadId } = await this.begun;
    while (this.underWay.size >= PARTS_AT_ONCE) await Promise.race(this.underWay);
    const { filling: spool } = this;
    if (!spool) return;
    this.filling = null;
    const { signal } = this.stopping;
    const number = this.parts.length + 1;
    const put = (bytes: Buffer) => this.requests.putPart(this.key, uploadId, number, bytes, signal);
    const part = partMemory()
      .take(spool, put, signal)
      .finally(() => spool.close());
    this.parts.push(part);
    this.watch(part);
  }

  private watch(part: Promise<unknown>): void {
    // Nothing more is read of a source whose bytes go nowhere.
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

/**
 * Writes a whole blob as its source gives it. Memory is that of the few parts that are on their way in the whole process, however many
 * blobs are being written: what waits, waits on the local disk. A part that fails is told of when the source gives its next bytes.
 * @returns its size
 */
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
    await sink.abandon();
    throw error;
  } finally {
    await sink.release();
  }
}
