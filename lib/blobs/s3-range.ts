import { setTimeout } from "node:timers/promises";
import type { ReadSlots } from "./read-limiter";
import type { S3Requests } from "./s3/requests";
import { BodyCutError, BodyReader } from "./s3-body";
import { type BlobKey, type ByteSlice, StoreAwayError } from "./store";

/** A body that was cut is asked for again from where it was, so often before it has come on by so many bytes. */
const MOST_TRIES = 5;
const COMES_ON_BY_BYTES = 64 * 1024;
const FIRST_PAUSE_MS = 100;

/** What reading takes. */
export interface RangeSource {
  requests: S3Requests;
  slots: ReadSlots;
  /** So long a body may stand still while it is waited for. Milliseconds. */
  idleMs: number;
}

/**
 * Reads a slice of a blob, chunk by chunk, as one ranged request as long as nothing goes wrong. A connection that is cut, stands
 * still, or was taken away because nobody read on, is replaced by another from the first byte that is missing.
 */
export class RangeReader {
  private position: number;
  private readonly end: number;
  private body: BodyReader | null = null;
  /** Where the object ends, once that is known. */
  private total = Number.POSITIVE_INFINITY;
  private tries = 0;
  /** From here on the tries are counted anew. */
  private milestone = 0;
  private readonly closing = new AbortController();

  constructor(
    private readonly source: RangeSource,
    private readonly key: BlobKey,
    slice: ByteSlice,
    private readonly signal?: AbortSignal,
  ) {
    this.position = slice.offset;
    this.end = slice.offset + slice.length;
    signal?.addEventListener("abort", this.onAbort);
  }

  /** Where the next chunk begins. */
  get at(): number {
    return this.position;
  }

  /** Waits until the first byte is on its way. @returns false where the blob has none of the slice. @throws BlobMissingError, StoreAwayError */
  async open(): Promise<boolean> {
    this.signal?.throwIfAborted();
    const { requests, slots, idleMs } = this.source;
    const { signal } = this.closing;
    const slot = await slots.take(signal);
    try {
      const range = await requests.open(this.key, { offset: this.position, length: this.end - this.position }, signal);
      if (range === null) {
        slot.release();
        return false;
      }
      this.total = range.total;
      this.body = new BodyReader(range.body, slot, idleMs);
      if (signal.aborted) this.drop();
      return true;
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /** Lets the connection be taken away until the next chunk is asked for. */
  rest(): void {
    this.body?.rest();
  }

  /** @returns null at the end of the slice, or of the blob. @throws BlobMissingError, StoreAwayError, the signal's reason */
  async next(): Promise<Buffer | null> {
    while (this.position < this.end) {
      if (this.body && !this.body.resume()) this.drop();
      try {
        return await this.nextChunk();
      } catch (error) {
        this.drop();
        this.closing.signal.throwIfAborted();
        if (!(error instanceof BodyCutError)) throw error;
        await this.pauseAfter(error);
      }
    }
    this.drop();
    return null;
  }

  private async nextChunk(): Promise<Buffer | null> {
    if (!this.body && !(await this.open())) return null;
    const chunk = (await this.body?.next()) ?? null;
    if (chunk) {
      this.position += chunk.length;
      if (this.position >= this.milestone) this.tries = 0;
    } else {
      // The answer was whole: the blob ends here, within the slice, or the answer was shorter than what was asked for.
      this.drop();
      if (this.position < Math.min(this.end, this.total)) throw new BodyCutError("the answer was shorter than the range");
    }
    return chunk;
  }

  /** Frees the connection; nothing can be read any more. */
  close(reason?: unknown): void {
    this.signal?.removeEventListener("abort", this.onAbort);
    // To abort what was read to its end would close a connection that serves others.
    if (this.position < this.end) this.closing.abort(reason);
    this.drop();
  }

  private readonly onAbort = () => this.close(this.signal?.reason);

  private drop(): void {
    this.body?.close(this.position >= this.end);
    this.body = null;
  }

  private async pauseAfter(error: BodyCutError): Promise<void> {
    if (this.tries === 0) this.milestone = this.position + COMES_ON_BY_BYTES;
    this.tries += 1;
    if (this.tries > MOST_TRIES)
      throw new StoreAwayError(`Blob ${this.key} cannot be read on from byte ${this.position}: ${error.message}.`, error);
    if (this.tries > 1) await setTimeout(FIRST_PAUSE_MS * 2 ** (this.tries - 2), undefined, { signal: this.closing.signal });
  }
}
