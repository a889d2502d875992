import type { IncomingMessage } from "node:http";
import { addAbortSignal, Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadLimiter, ReadSlot } from "../read-limiter";
import { type BlobKey, type ByteSlice, StoreUnavailableError } from "../store";
import type { S3Requests } from "./requests";

const HIGH_WATER_MARK = 256 * 1024;

/** Attempts to continue after a lost connection, until the reader has advanced by {@link PROGRESS_BYTES}. */
const MOST_TRIES = 5;
const PROGRESS_BYTES = 64 * 1024;
const FIRST_PAUSE_MS = 100;

/** The connection ended or stalled before its range did. */
class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}

export interface RangeSource {
  requests: S3Requests;
  limiter: ReadLimiter;
  idleMs: number;
}

interface Connection {
  body: IncomingMessage;
  chunks: AsyncIterator<Buffer>;
  slot: ReadSlot;
}

interface RangeOptions {
  signal: AbortSignal | undefined;
  mayBeShort: boolean;
}

/** Streams a byte range of a blob. After a lost, stalled or reclaimed connection, another request continues from the next byte. */
export class RangeStream extends Readable {
  private position: number;
  private readonly end: number;
  private connection: Connection | null = null;
  private total = Number.POSITIVE_INFINITY;
  private tries = 0;
  private milestone = 0;
  private readonly closing = new AbortController();

  private constructor(
    private readonly source: RangeSource,
    private readonly key: BlobKey,
    slice: ByteSlice,
    private readonly mayBeShort: boolean,
  ) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.position = slice.offset;
    this.end = slice.offset + slice.length;
  }

  /** Opens a range that is not empty. @throws BlobMissingError, StoreUnavailableError, the signal's reason */
  static async open(source: RangeSource, key: BlobKey, slice: ByteSlice, { signal, mayBeShort }: RangeOptions): Promise<RangeStream> {
    const stream = new RangeStream(source, key, slice, mayBeShort);
    const abort = () => stream.closing.abort(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      await stream.connect();
    } catch (error) {
      stream.destroy();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    return signal ? addAbortSignal(signal, stream) : stream;
  }

  override _read(): void {
    this.next().then(
      (chunk) => {
        if (chunk !== null) this.push(chunk);
        else if (this.position === this.end || this.mayBeShort) this.push(null);
        else this.destroy(new Error(`Blob ${this.key} ends at byte ${this.position}, short of ${this.end}.`));
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // An abort after the last byte would close a connection that serves others by now.
    if (this.position < this.end) this.closing.abort(error ?? undefined);
    this.disconnect();
    callback(error);
  }

  /** Returns false when the object ends before the range begins */
  private async connect(): Promise<boolean> {
    const { requests, limiter } = this.source;
    const { signal } = this.closing;
    const slot = await limiter.acquire(signal);
    try {
      const range = await requests.open(this.key, { offset: this.position, length: this.end - this.position }, signal);
      if (range) {
        this.total = range.total;
        this.connection = { body: range.body, chunks: range.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>, slot };
        if (signal.aborted) this.disconnect();
        else this.rest();
        return true;
      }
    } catch (error) {
      slot.release();
      throw error;
    }
    slot.release();
    return false;
  }

  private rest(): void {
    const { connection } = this;
    connection?.slot.rest(() => connection.body.destroy());
  }

  /** Returns null at the end of the range or of the blob */
  private async next(): Promise<Buffer | null> {
    while (this.position < this.end) {
      if (this.connection && !this.connection.slot.resume()) this.disconnect();
      try {
        if (!this.connection && !(await this.connect())) return null;
        const chunk = await this.readChunk();
        if (chunk) this.advance(chunk.length);
        else if (this.position >= Math.min(this.end, this.total)) this.disconnect();
        else throw new ConnectionLostError("the answer was shorter than the range");
        return chunk;
      } catch (error) {
        this.disconnect();
        this.closing.signal.throwIfAborted();
        if (!(error instanceof ConnectionLostError)) throw error;
        await this.pauseAfter(error);
      }
    }
    return null;
  }

  /** Returns the next bytes of the response body, or null at its end. @throws ConnectionLostError */
  private async readChunk(): Promise<Buffer | null> {
    this.closing.signal.throwIfAborted();
    if (!this.connection) throw new ConnectionLostError("the connection was closed");
    const { body, chunks, slot } = this.connection;
    const { idleMs } = this.source;
    slot.resume();
    const watchdog = setTimeout(() => body.destroy(new Error(`no byte came for ${idleMs} ms`)), idleMs);
    try {
      const { value, done } = await chunks.next();
      return done ? null : value;
    } catch (cause) {
      throw new ConnectionLostError(cause instanceof Error ? cause.message : String(cause), { cause });
    } finally {
      clearTimeout(watchdog);
    }
  }

  private advance(bytes: number): void {
    this.position += bytes;
    if (this.position >= this.milestone) this.tries = 0;
    if (this.position >= this.end) this.disconnect();
    else this.rest();
  }

  /** Closes the connection. One whose answer was read to its end is reused. */
  private disconnect(): void {
    const { connection } = this;
    if (!connection) return;
    this.connection = null;
    if (this.position < this.end) connection.body.destroy();
    else connection.chunks.next().catch(() => undefined);
    connection.slot.release();
  }

  private async pauseAfter(error: ConnectionLostError): Promise<void> {
    if (this.tries === 0) this.milestone = this.position + PROGRESS_BYTES;
    this.tries += 1;
    if (this.tries > MOST_TRIES)
      throw new StoreUnavailableError(`Blob ${this.key} cannot be read on from byte ${this.position}: ${error.message}.`, error);
    if (this.tries > 1) await pause(FIRST_PAUSE_MS * 2 ** (this.tries - 2), undefined, { signal: this.closing.signal });
  }
}
