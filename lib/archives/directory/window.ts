interface Stretch {
  bytes: Uint8Array;
  view: DataView;
}

/** Reads a part of a file that lies within it. */
export type ReadBytes = (position: number, length: number) => Promise<Uint8Array>;

const nothing: Stretch = { bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** Reads a file through one sliding window. A directory of 600,000 entries takes about thirty reads and bounded memory. */
export class FileWindow {
  private window = nothing;
  private start = 0;

  constructor(
    private readonly read: ReadBytes,
    readonly size: number,
    private readonly windowBytes = 2 * 1024 * 1024,
  ) {}

  held(position: number): Stretch {
    const from = position - this.start;
    if (from < 0 || from >= this.window.bytes.length) return nothing;
    const bytes = this.window.bytes.subarray(from);
    return { bytes, view: viewOf(bytes) };
  }

  /** Makes at least `length` bytes from `position` available, or all that the file has. @throws errors of the read */
  async load(position: number, length: number): Promise<Stretch> {
    const held = this.held(position);
    if (held.bytes.length >= length) return held;
    const available = Math.min(Math.max(length, this.windowBytes), this.size - position);
    const bytes = available > 0 ? await this.read(position, available) : new Uint8Array();
    this.window = { bytes, view: viewOf(bytes) };
    this.start = position;
    return this.window;
  }
}
