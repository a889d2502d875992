import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CompletedPart } from "@aws-sdk/client-s3";
import { logger } from "../logger";
import type { S3Requests } from "./s3-requests";
import type { BlobKey } from "./store";

/** 10,000 of them, the most that S3 joins, are more than the largest upload. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Parts of one blob on their way at once; another one is being filled meanwhile. */
const PARTS_AT_ONCE = 2;

/** Takes the bytes of one blob: a small one is written by one request, a larger one in parts as they come. */
class PartSink extends Writable {
  size = 0;
  private filling: Buffer[] = [];
  private filled = 0;
  private uploadId: Promise<string> | null = null;
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
    this.take(chunk).then(() => callback(), callback);
  }

  /** Makes an object of everything that was written. */
  async finish(signal: AbortSignal | undefined): Promise<number> {
    if (this.uploadId === null) {
      this.mayExist = true;
      await this.requests.put(this.key, Buffer.concat(this.filling, this.filled), signal);
      return this.size;
    }
    await this.sendPart();
    const parts = await Promise.all(this.parts);
    signal?.throwIfAborted();
    this.mayExist = true;
    await this.requests.joinParts(this.key, await this.uploadId, parts, this.size);
    return this.size;
  }

  /** Removes what was written so far. What cannot be removed now is found by the sweep of leftovers. */
  async abandon(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.underWay);
    try {
      const uploadId = await this.uploadId?.catch(() => null);
      if (uploadId) await this.requests.abandonParts(this.key, uploadId);
      if (this.mayExist) await this.requests.delete(this.key);
    } catch (error) {
      logger.warn({ err: error, blob: this.key }, "unfinished blob left to the sweep");
    }
  }

  private async take(chunk: Buffer): Promise<void> {
    this.size += chunk.length;
    let rest = chunk;
    while (this.filled + rest.length > PART_BYTES) {
      const cut = PART_BYTES - this.filled;
      this.fill(rest.subarray(0, cut));
      rest = rest.subarray(cut);
      await this.sendPart();
    }
    this.fill(rest);
  }

  private fill(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.filling.push(bytes);
    this.filled += bytes.length;
  }

  /** Sends what is filled as the next part; first waits while too many are under way. */
  private async sendPart(): Promise<void> {
    const bytes = Buffer.concat(this.filling, this.filled);
    this.filling = [];
    this.filled = 0;
    this.uploadId ??= this.requests.beginParts(this.key);
    const uploadId = await this.uploadId;
    while (this.underWay.size >= PARTS_AT_ONCE) await Promise.race(this.underWay);
    const part = this.requests.putPart(this.key, uploadId, this.parts.length + 1, bytes, this.stopping.signal);
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
 * Writes a whole blob as its source gives it, with a few parts of it in memory.
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
  }
}
