/** Many small writes cost more than the copy that joins them. */
const CHUNK_BYTES = 1024 * 1024;

/** Joins small pieces of bytes into chunks of up to 1 MiB, by copying them: a piece of a large buffer would keep all of it in memory. */
export class ChunkBuffer {
  private chunk: Buffer | null = null;
  private used = 0;

  /** Adds bytes. @returns the chunk that is full now and comes before them; null while there is room */
  add(bytes: Uint8Array): Buffer | null {
    const full = this.chunk && this.used + bytes.length > this.chunk.length ? this.take() : null;
    this.chunk ??= Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes.length));
    this.chunk.set(bytes, this.used);
    this.used += bytes.length;
    return full;
  }

  take(): Buffer | null {
    const chunk = this.used > 0 ? (this.chunk?.subarray(0, this.used) ?? null) : null;
    this.chunk = null;
    this.used = 0;
    return chunk;
  }
}
