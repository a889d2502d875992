interface Stretch {
  bytes: Uint8Array;
  view: DataView;
}

const nothing: Stretch = { bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };

/** Reads a file through one sliding window. A directory of 600,000 entries takes about thirty reads and bounded memory. */
export class BlobWindow {
  private window = nothing;
  private start = 0;

  constructor(
    private readonly blob: Blob,
    private readonly windowBytes = 2 * 1024 * 1024,
  ) {}

  get size(): number {
    return this.blob.size;
  }

  held(position: number): Stretch {
    const from = position - this.start;
    if (from < 0 || from >= this.window.bytes.length) return nothing;
    const bytes = this.window.bytes.subarray(from);
    return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }

  /** Makes at least `length` bytes from `position` available, or all that the file has. @throws DOMException when unreadable */
  async load(position: number, length: number): Promise<Stretch> {
    const held = this.held(position);
    if (held.bytes.length >= length) return held;
    const end = Math.min(this.blob.size, position + Math.max(length, this.windowBytes));
    const bytes = position < end ? new Uint8Array(await this.blob.slice(position, end).arrayBuffer()) : new Uint8Array();
    this.window = { bytes, view: new DataView(bytes.buffer) };
    this.start = position;
    return this.window;
  }
}
