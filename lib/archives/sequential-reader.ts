import type { BlobKey, BlobStore } from "../blobs/store";

/** One read of the store. Neighbouring entries share it; larger ones cost more memory than they save time. */
const CHUNK_BYTES = 1024 * 1024;
/** Reads under way at once: what hides the latency of an object store. */
const CHUNKS_AHEAD = 4;

/**
 * Reads a blob front to back in large chunks, the next ones on their way while the last one is worked on.
 * Positions must not go backwards.
 */
export class SequentialReader {
  private window: Buffer = Buffer.alloc(0);
  private start = 0;
  /** Chunks that follow one another, the first one from `aheadStart` on. */
  private ahead: Promise<Buffer>[] = [];
  private aheadStart = 0;

  constructor(
    private readonly store: BlobStore,
    private readonly key: BlobKey,
    private readonly end: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Bytes that are in memory already, or null. They stay valid, also after further reads. */
  at(position: number, length: number): Buffer | null {
    const from = position - this.start;
    if (from < 0 || from + length > this.window.length) return null;
    return this.window.subarray(from, from + length);
  }

  /** Bytes of any length that fits in memory; shorter only where the blob ends. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position >= this.end) return Buffer.alloc(0);
    while (this.at(position, length) === null && this.start + this.window.length < this.end) await this.advance(position);
    const from = position - this.start;
    return this.window.subarray(from, from + length);
  }

  /** Bytes of any length, chunk by chunk; fewer only where the blob ends. */
  async *stream(position: number, length: number): AsyncGenerator<Buffer, void, undefined> {
    const end = Math.min(position + length, this.end);
    for (let at = position; at < end; ) {
      const from = await this.read(at, 1);
      const rest = this.at(at, Math.min(end, this.start + this.window.length) - at) ?? from;
      yield rest;
      at += rest.length;
    }
  }

  /** Waits for what is being read ahead, so that nothing is under way any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.ahead.splice(0));
  }

  /** Brings the next chunk, keeping what is left of the window from a position on. */
  private async advance(position: number): Promise<void> {
    const windowEnd = this.start + this.window.length;
    const isGap = position > windowEnd || position < this.start;
    const rest = isGap ? Buffer.alloc(0) : this.window.subarray(position - this.start);
    const next = await this.take(isGap ? position : windowEnd);
    this.window = rest.length === 0 ? next : Buffer.concat([rest, next]);
    this.start = position;
  }

  private async take(position: number): Promise<Buffer> {
    if (position !== this.aheadStart) {
      await this.close();
      this.aheadStart = position;
    }
    this.readAhead();
    const bytes = await this.ahead.shift();
    if (bytes?.length !== Math.min(CHUNK_BYTES, this.end - position)) throw new Error(`The blob ends before byte ${this.end}.`);
    this.aheadStart += bytes.length;
    this.readAhead();
    return bytes;
  }

  private readAhead(): void {
    while (this.ahead.length < CHUNKS_AHEAD) {
      const offset = this.aheadStart + this.ahead.length * CHUNK_BYTES;
      if (offset >= this.end) return;
      const chunk = this.store.readBytes(this.key, { offset, length: Math.min(CHUNK_BYTES, this.end - offset) }, this.signal);
      // Whoever takes it sees the error; until then it must not count as unhandled.
      chunk.catch(() => undefined);
      this.ahead.push(chunk);
    }
  }
}
