import type { Slice } from "../blobs/slice";
import type { BlobKey } from "../blobs/store";
import { orderByPlace } from "./order-by-place";
import {
  archiveEndSize,
  type DirectoryPlace,
  dataDescriptorSize,
  directoryHeaderSize,
  farOffsetSize,
  localHeaderSize,
  type ZipRecord,
} from "./write/zip-format";

/** Up to here the bytes of a file are read at once: then their checksum is known before them. */
const READ_AT_ONCE_BYTES = 256 * 1024;

/** A file or folder that goes into a ZIP. */
export interface ZipMember {
  /** From the top of the archive, with slashes between the names and none at the end. */
  path: string;
  isFolder: boolean;
  /** Seconds since 1970. */
  modified: number;
  /** Where the bytes are; null of a folder, and of an empty file. */
  slice: Slice | null;
}

/** A member with its place in the archive. */
export interface PlacedMember {
  record: ZipRecord;
  slice: Slice | null;
  /** Of its local header. */
  offset: number;
}

const FIRST_CAPACITY = 1_024;
const FIRST_NAME_BYTES = 64 * 1_024;

const FOLDER = 1;
const HAS_BYTES = 2;
const HAS_LOCAL_HEADER = 4;
const DEFLATED = 8;
const HAS_CHECKSUM = 16;

/** Numbers of one member that may exceed 32 bits, in the order in which they stand. */
const NUMBERS = 5;
const SIZE = 2;
const STORED_SIZE = 3;
const SLICE_OFFSET = 4;

type Column = Float64Array | Uint32Array | Uint8Array;

function enlarge<Kind extends Column>(from: Kind, into: Kind): Kind {
  into.set(from);
  return into;
}

/**
 * What a ZIP will hold, byte by byte known before its first one is written. A member takes some 60 bytes and its path: whole
 * maps of a million files are told of in memory, while their bytes stay where they are.
 *
 * Members are added in any order, folders before what is in them, and placed when there are no more: folders first, then files in
 * the order of their bytes, so that those that lie side by side in a blob can be read together, and empty ones at the end.
 */
export class ZipManifest {
  private count = 0;
  private numbers = new Float64Array(FIRST_CAPACITY * NUMBERS);
  private checksums = new Uint32Array(FIRST_CAPACITY);
  private blobs = new Uint32Array(FIRST_CAPACITY);
  private nameEnds = new Float64Array(FIRST_CAPACITY);
  private flags = new Uint8Array(FIRST_CAPACITY);
  private names = new Uint8Array(FIRST_NAME_BYTES);
  private readonly keys: BlobKey[] = [];
  private readonly numberOfKey = new Map<BlobKey, number>();
  private end = 0;
  private directorySize = 0;
  /** By place: which one it is, in the order in which they were added. Null until they are placed. */
  private order: Uint32Array | null = null;

  get length(): number {
    return this.count;
  }

  get directory(): DirectoryPlace {
    return { entries: this.count, offset: this.end, size: this.directorySize };
  }

  /** Bytes of the whole archive. */
  get size(): number {
    return this.end + this.directorySize + archiveEndSize(this.directory);
  }

  /** No path twice, and none after {@link seal}. */
  add({ path, isFolder, modified, slice }: ZipMember): void {
    if (this.order) throw new Error("The members have their places.");
    this.addName(isFolder ? `${path}/` : path);
    const number = this.count;
    if (number === this.flags.length) this.grow();
    const bytes = slice && slice.size > 0 ? slice : null;
    this.numbers.set([0, modified, bytes?.size ?? 0, bytes?.storedSize ?? 0, bytes?.offset ?? 0], number * NUMBERS);
    this.checksums[number] = bytes?.crc32 ?? 0;
    this.blobs[number] = bytes ? this.numberOf(bytes.blobKey) : 0;
    this.flags[number] =
      (isFolder ? FOLDER : 0) |
      (bytes ? HAS_BYTES : 0) |
      (bytes?.hasLocalHeader ? HAS_LOCAL_HEADER : 0) |
      (bytes?.method === "deflated" ? DEFLATED : 0) |
      (bytes?.crc32 === null ? 0 : HAS_CHECKSUM);
    this.count += 1;
    const { record } = this.member(number);
    // Until it has its place: how long it is.
    this.numbers[number * NUMBERS] = localHeaderSize(record) + record.storedSize + dataDescriptorSize(record);
    this.directorySize += directoryHeaderSize(record, 0);
  }

  /** Gives all members their places. To be called once, before anything is asked of them. */
  seal(): this {
    if (this.order) throw new Error("The members have their places.");
    const { numbers, flags, blobs } = this;
    this.order = orderByPlace(this.count, {
      groupOf: (number) => {
        const flag = flags[number] ?? 0;
        if (flag & HAS_BYTES) return (blobs[number] ?? 0) + 1;
        return flag & FOLDER ? 0 : this.keys.length + 1;
      },
      offsetOf: (number) => numbers[number * NUMBERS + SLICE_OFFSET] ?? 0,
    });
    for (const number of this.order) {
      const first = number * NUMBERS;
      const length = numbers[first] ?? 0;
      numbers[first] = this.end;
      this.directorySize += farOffsetSize({ size: numbers[first + SIZE] ?? 0, storedSize: numbers[first + STORED_SIZE] ?? 0 }, this.end);
      this.end += length;
    }
    return this;
  }

  at(place: number): PlacedMember {
    return this.member(this.numberAt(place));
  }

  /** The slices of all members that have one, in the order of their places. */
  *slices(): Generator<Slice, void, undefined> {
    for (let place = 0; place < this.count; place += 1) {
      const { slice } = this.at(place);
      if (slice) yield slice;
    }
  }

  private numberAt(place: number): number {
    const number = this.order?.[place];
    if (number === undefined) throw new Error(`No member has its place at ${place}.`);
    return number;
  }

  private member(number: number): PlacedMember {
    const [offset = 0, modified = 0, size = 0, storedSize = 0, sliceOffset = 0] = this.numbers.subarray(
      number * NUMBERS,
      (number + 1) * NUMBERS,
    );
    const flags = this.flags[number] ?? 0;
    const name = this.names.subarray(this.nameEnds[number - 1] ?? 0, this.nameEnds[number]);
    const crc32 = flags & HAS_CHECKSUM ? (this.checksums[number] ?? 0) : null;
    const method = flags & DEFLATED ? "deflated" : "stored";
    const blobKey = this.keys[this.blobs[number] ?? 0];
    const hasLocalHeader = (flags & HAS_LOCAL_HEADER) !== 0;
    const slice =
      flags & HAS_BYTES && blobKey !== undefined
        ? ({ blobKey, offset: sliceOffset, hasLocalHeader, storedSize, size, method, crc32 } as const)
        : null;
    const record = { name, isFolder: (flags & FOLDER) !== 0, modified, size, ...formOf(slice) };
    return { record, slice, offset };
  }

  /** Takes note of a checksum that was not known before. */
  setChecksum(place: number, crc32: number): void {
    this.checksums[this.numberAt(place)] = crc32;
  }

  /** What is known by now, also when the header could not tell. */
  checksumOf(place: number): number {
    return this.checksums[this.numberAt(place)] ?? 0;
  }

  private numberOf(key: BlobKey): number {
    let number = this.numberOfKey.get(key);
    if (number === undefined) {
      number = this.keys.push(key) - 1;
      this.numberOfKey.set(key, number);
    }
    return number;
  }

  private addName(name: string): void {
    const start = this.nameEnds[this.count - 1] ?? 0;
    // No character takes more than three bytes for each of its UTF-16 units.
    while (start + name.length * 3 > this.names.length) this.names = enlarge(this.names, new Uint8Array(this.names.length * 2));
    const { written } = new TextEncoder().encodeInto(name, this.names.subarray(start));
    if (this.count === this.nameEnds.length) this.nameEnds = enlarge(this.nameEnds, new Float64Array(this.nameEnds.length * 2));
    this.nameEnds[this.count] = start + written;
  }

  private grow(): void {
    const capacity = this.flags.length * 2;
    this.numbers = enlarge(this.numbers, new Float64Array(capacity * NUMBERS));
    this.checksums = enlarge(this.checksums, new Uint32Array(capacity));
    this.blobs = enlarge(this.blobs, new Uint32Array(capacity));
    this.flags = enlarge(this.flags, new Uint8Array(capacity));
  }
}

/**
 * How the bytes of a slice stand in the archive: as they are in the blob, a deflated one still deflated, unless its checksum
 * is not known. Then it has to be inflated anyway to be computed.
 */
function formOf(slice: Slice | null): Pick<ZipRecord, "isDeflated" | "storedSize" | "crc32"> {
  if (!slice) return { isDeflated: false, storedSize: 0, crc32: 0 };
  if (slice.crc32 !== null) return { isDeflated: slice.method === "deflated", storedSize: slice.storedSize, crc32: slice.crc32 };
  return { isDeflated: false, storedSize: slice.size, crc32: slice.size <= READ_AT_ONCE_BYTES ? 0 : null };
}
