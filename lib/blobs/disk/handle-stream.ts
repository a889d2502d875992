import { Readable } from "node:stream";
import type { ByteSlice } from "../store";
import type { Lease } from "./handle-pool";

/** Large enough for a map tile in one read, small enough for thousands of streams at once. */
const CHUNK_BYTES = 256 * 1024;

/** Streams a slice of an open file. Returns the handle when the stream ends, fails or is destroyed. */
export class HandleStream extends Readable {
  private position: number;
  private readonly end: number;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly lease: Lease,
    private readonly name: string,
    slice: ByteSlice,
    signal: AbortSignal | undefined,
  ) {
    super({ highWaterMark: CHUNK_BYTES, signal });
    this.position = slice.offset;
    this.end = slice.offset + slice.length;
  }

  override _read(): void {
    if (this.position >= this.end) {
      this.push(null);
      return;
    }
    this.reading = this.readChunk();
  }

  private async readChunk(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, this.end - this.position));
    try {
      const { bytesRead } = await this.lease.handle.read(buffer, 0, buffer.length, this.position);
      if (bytesRead === 0) throw new Error(`${this.name} ends at byte ${this.position}, short of ${this.end}.`);
      this.position += bytesRead;
      this.push(buffer.subarray(0, bytesRead));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Its release may close the handle, which must wait for the read.
    void this.reading.then(() => {
      this.lease.release();
      callback(error);
    });
  }
}
