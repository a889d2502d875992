import { RandomAccessReader } from "yauzl";
import type { BlobKey, BlobStore } from "../blobs/store";

const WINDOW_BYTES = 2 * 1024 * 1024;

/** Reads a blob for yauzl. yauzl reads 46 bytes at a time, so one read of the store answers thousands of its reads. */
export class BlobReader extends RandomAccessReader {
  private window: Buffer = Buffer.alloc(0);
  private start = 0;
  /** Error of the store, as opposed to damage of the archive; undefined when there was none. */
  failure: unknown;

  constructor(
    private readonly store: BlobStore,
    private readonly key: BlobKey,
    private readonly size: number,
    private readonly signal: AbortSignal,
  ) {
    super();
  }

  override read(target: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    if (this.copy(target, offset, length, position)) {
      callback(null);
      return;
    }
    this.load(position, length).then(
      () => callback(this.copy(target, offset, length, position) ? null : new Error("unexpected EOF")),
      (error: unknown) => {
        this.failure = error;
        callback(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  /** Returns bytes of the blob; fewer than `length` at its end. */
  async peek(position: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const bytes = Buffer.alloc(wanted);
    if (wanted > 0 && !this.copy(bytes, 0, wanted, position)) {
      await this.load(position, wanted);
      this.copy(bytes, 0, wanted, position);
    }
    return bytes;
  }

  private copy(target: Buffer, offset: number, length: number, position: number): boolean {
    const from = position - this.start;
    if (from < 0 || from + length > this.window.length) return false;
    this.window.copy(target, offset, from, from + length);
    return true;
  }

  private async load(position: number, length: number): Promise<void> {
    const wanted = Math.min(Math.max(length, WINDOW_BYTES), this.size - position);
    if (position < 0 || wanted < length) return;
    this.window = await this.store.readBytes(this.key, { offset: position, length: wanted }, this.signal);
    this.start = position;
  }
}
