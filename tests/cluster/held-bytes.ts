import { once } from "node:events";
import { Readable } from "node:stream";

const PIECE_BYTES = 256 * 1024;

/** A body that pauses at some byte until it is released, so that its receiver is in the middle of it. */
export class HeldBytes {
  private readonly reaching = new AbortController();
  private readonly releasing = new AbortController();
  /** Resolves when the connection has accepted all bytes up to the pause. */
  readonly reached = once(this.reaching.signal, "abort");
  private readonly released = once(this.releasing.signal, "abort");

  constructor(
    private readonly bytes: Buffer,
    private readonly heldAt: number,
  ) {}

  release(): void {
    this.releasing.abort();
  }

  /** Reads from an offset to the end. */
  read(start: number): Readable {
    return Readable.from(this.pieces(start), { objectMode: false, highWaterMark: PIECE_BYTES });
  }

  private async *pieces(start: number): AsyncGenerator<Buffer, void, undefined> {
    for (let position = start; position < this.bytes.length; position += PIECE_BYTES) {
      if (position >= this.heldAt) {
        this.reaching.abort();
        await this.released;
      }
      yield this.bytes.subarray(position, position + PIECE_BYTES);
    }
  }
}
