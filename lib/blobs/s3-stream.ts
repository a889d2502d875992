import { Readable } from "node:stream";
import type { RangeReader } from "./s3-range";
import type { BlobKey, ByteSlice } from "./store";

const HIGH_WATER_MARK = 256 * 1024;

/** Streams a slice. While its reader takes nothing, its connection is lent to others. */
export class S3Stream extends Readable {
  private readonly end: number;

  /** @param reader opened already, so that a missing blob is known before anything is sent */
  constructor(
    private readonly reader: RangeReader,
    private readonly key: BlobKey,
    { offset, length }: ByteSlice,
    signal: AbortSignal | undefined,
  ) {
    super({ highWaterMark: HIGH_WATER_MARK, signal });
    this.end = offset + length;
    reader.rest();
  }

  override _read(): void {
    this.reader.next().then(
      (chunk) => {
        if (chunk !== null) {
          this.reader.rest();
          this.push(chunk);
        } else if (this.reader.at === this.end) this.push(null);
        else this.destroy(new Error(`Blob ${this.key} ends at byte ${this.reader.at}, short of ${this.end}.`));
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.reader.close(error ?? undefined);
    callback(error);
  }
}
