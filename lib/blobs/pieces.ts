/** Many small writes cost more than the copy that makes few of them. */
const PIECE_BYTES = 1024 * 1024;

/** Gathers bytes into pieces of up to 1 MiB. They are copied: a small cut of a large buffer would keep all of that in memory. */
export class Pieces {
  private piece: Buffer | null = null;
  private used = 0;

  /** @returns the piece that is full by now, to be passed on first; null while there is room */
  add(bytes: Uint8Array): Buffer | null {
    const full = this.piece && this.used + bytes.length > this.piece.length ? this.take() : null;
    this.piece ??= Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, bytes.length));
    this.piece.set(bytes, this.used);
    this.used += bytes.length;
    return full;
  }

  /** @returns what was gathered since the last piece; null when that is nothing */
  take(): Buffer | null {
    const piece = this.used > 0 ? (this.piece?.subarray(0, this.used) ?? null) : null;
    this.piece = null;
    this.used = 0;
    return piece;
  }
}
