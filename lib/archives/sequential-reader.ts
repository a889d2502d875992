import type { BlobKey, BlobStore } from "../blobs/store";

/** Concurrent reads, which hide the latency of an object store. With the current chunk, four reads are in memory. */
const CHUNKS_AHEAD = 3;

/** Reads a blob front to back in large chunks and reads ahead. Positions must not go backwards. */
export class SequentialReader {
  private window: Buffer = Buffer.alloc(0);
  private start = 0;
  private ahead: Promise<Buffer>[] = [];
  private aheadStart = 0;
  private skipping = new AbortController();
  private reading: AbortSignal;
  private readonly chunkBytes: number;

  constructor(
    private readonly store: BlobStore,
    private readonly key: BlobKey,
    private readonly end: number,
    private readonly signal: AbortSignal,
  ) {
    this.chunkBytes = store.readSizes.atOnce;
    this.reading = AbortSignal.any([signal, this.skipping.signal]);
  }

  /** Returns bytes that are in memory already, else null. They stay valid after further reads. */
  at(position: number, length: number): Buffer | null {
    const from = position - this.start;
    if (from < 0 || from + length > this.window.length) return null;
    return this.window.subarray(from, from + length);
  }

  /** Reads bytes into memory; fewer than `length` only at the end of the blob. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position >= this.end) return Buffer.alloc(0);
    while (this.at(position, length) === null && this.start + this.window.length < this.end) await this.advance(position);
    const from = position - this.start;
    return this.window.subarray(from, from + length);
  }

  /** Yields bytes chunk by chunk; fewer than `length` only at the end of the blob. */
  async *stream(position: number, length: number): AsyncGenerator<Buffer, void, undefined> {
    const end = Math.min(position + length, this.end);
    for (let at = position; at < end; ) {
      const from = await this.read(at, 1);
      const rest = this.at(at, Math.min(end, this.start + this.window.length) - at) ?? from;
      yield rest;
      at += rest.length;
    }
  }

  /** Aborts the reads ahead and waits until they have ended. */
  async close(): Promise<void> {
    await this.skip();
  }

  private async skip(): Promise<void> {
    if (this.ahead.length === 0) return;
    this.skipping.abort();
    await Promise.allSettled(this.ahead.splice(0));
    this.skipping = new AbortController();
    this.reading = AbortSignal.any([this.signal, this.skipping.signal]);
  }

  /** Adds the next chunk to the window and drops the bytes before `position`. */
  private async advance(position: number): Promise<void> {
    const windowEnd = this.start + this.window.length;
    const underWayTo = Math.max(windowEnd, this.aheadStart + this.ahead.length * this.chunkBytes);
    // A gap between two entries may span two chunks; the next one is then being read already.
    const isFar = position < this.start || position > underWayTo;
    const rest = isFar || position >= windowEnd ? Buffer.alloc(0) : this.window.subarray(position - this.start);
    const from = isFar ? position : windowEnd;
    const next = await this.take(from);
    this.window = rest.length === 0 ? next : Buffer.concat([rest, next]);
    this.start = rest.length === 0 ? from : position;
  }

  private async take(position: number): Promise<Buffer> {
    if (position !== this.aheadStart) {
      await this.skip();
      this.aheadStart = position;
    }
    this.readAhead();
    const bytes = await this.ahead.shift();
    if (bytes?.length !== Math.min(this.chunkBytes, this.end - position)) throw new Error(`The blob ends before byte ${this.end}.`);
    this.aheadStart += bytes.length;
    this.readAhead();
    return bytes;
  }

  private readAhead(): void {
    while (this.ahead.length < CHUNKS_AHEAD) {
      const offset = this.aheadStart + this.ahead.length * this.chunkBytes;
      if (offset >= this.end) return;
      const chunk = this.store.readBytes(this.key, { offset, length: Math.min(this.chunkBytes, this.end - offset) }, this.reading);
      // take() throws the error; until then it must not count as an unhandled rejection.
      chunk.catch(() => undefined);
      this.ahead.push(chunk);
    }
  }
}
