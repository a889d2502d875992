import { createHash } from "node:crypto";

/** Contents that are remembered to find equal ones. Tiles of open sea come again soon, so this fixed number finds nearly all. */
const REMEMBERED = 2 ** 20;

function grow<Values extends Float64Array | Uint32Array>(values: Values, size: number): Values {
  if (size < values.length) return values;
  const larger = new (values.constructor as new (length: number) => Values)(values.length * 2);
  larger.set(values);
  return larger;
}

/** Where the bytes of recent tiles are, by their hash. A slot is overwritten by another hash, so memory stays flat. */
class RecentContents {
  private readonly hashes = new BigUint64Array(REMEMBERED);
  private readonly offsets = new Float64Array(REMEMBERED);

  /** Returns the offset of equal bytes, or remembers that these bytes will be at `offset`. */
  find(bytes: Uint8Array, offset: number): number | null {
    const hash = createHash("sha256").update(bytes).digest().readBigUInt64LE() | 1n;
    const slot = Number((hash >> 1n) % BigInt(REMEMBERED));
    if (this.hashes[slot] === hash) return this.offsets[slot] ?? null;
    this.hashes[slot] = hash;
    this.offsets[slot] = offset;
    return null;
  }
}

/** The tiles of an archive: 24 bytes of memory for each run of equal tiles. */
export class TileList {
  private ids = new Float64Array(1024);
  private offsets = new Float64Array(1024);
  private lengths = new Uint32Array(1024);
  private runs = new Uint32Array(1024);
  private readonly recent = new RecentContents();
  /** Runs, which are the entries of the directories. */
  size = 0;
  tiles = 0;
  contents = 0;
  /** Bytes of all different tiles. */
  bytes = 0;

  /** Adds a tile; ids only grow. @returns true when its bytes must be appended to the tile data */
  add(id: number, bytes: Uint8Array): boolean {
    const known = this.recent.find(bytes, this.bytes);
    const offset = known ?? this.bytes;
    const last = this.size - 1;
    this.tiles += 1;
    if (known === null) {
      this.contents += 1;
      this.bytes += bytes.length;
    }
    const continuesRun = last >= 0 && this.offsets[last] === offset && (this.ids[last] ?? 0) + (this.runs[last] ?? 0) === id;
    if (continuesRun) {
      this.runs[last] = (this.runs[last] ?? 0) + 1;
      return false;
    }
    this.ids = grow(this.ids, this.size);
    this.offsets = grow(this.offsets, this.size);
    this.lengths = grow(this.lengths, this.size);
    this.runs = grow(this.runs, this.size);
    this.ids[this.size] = id;
    this.offsets[this.size] = offset;
    this.lengths[this.size] = bytes.length;
    this.runs[this.size] = 1;
    this.size += 1;
    return known === null;
  }

  at(index: number): { id: number; offset: number; length: number; run: number } {
    const [id = 0, offset = 0, length = 0, run = 0] = [this.ids[index], this.offsets[index], this.lengths[index], this.runs[index]];
    return { id, offset, length, run };
  }
}
