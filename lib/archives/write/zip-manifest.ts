import type { Slice } from "../../blobs/slice";
import type { BlobKey } from "../../blobs/store";
import { NumberTable } from "../number-table";
import {
  archiveEndSize,
  type DirectoryPlace,
  dataDescriptorSize,
  directoryHeaderSize,
  localHeaderSize,
  type ZipRecord,
} from "./zip-format";

/** Files up to this size are read whole, so their checksum can be written before their bytes. */
const READ_AT_ONCE_BYTES = 256 * 1024;

const FIRST_NAME_BYTES = 64 * 1024;

export interface ZipMember {
  /** Path in the archive, with slashes between the names and none at the end. */
  path: string;
  isFolder: boolean;
  modified: number;
  slice: Slice | null;
}

export interface PlacedMember {
  record: ZipRecord;
  slice: Slice | null;
  offset: number;
}

/** Values of the column `blob` for members without bytes. Members are sorted by it, so folders come first and empty files last. */
const FOLDER = -1;
const EMPTY_FILE = Number.MAX_SAFE_INTEGER;
const NO_CHECKSUM = -1;

/** The contents of a ZIP in about 90 bytes per member and its path. {@link seal} orders members by their bytes and fixes all offsets. */
export class ZipManifest {
  private names = Buffer.alloc(FIRST_NAME_BYTES);
  private readonly keys: BlobKey[] = [];
  private readonly indexOfKey = new Map<BlobKey, number>();
  private readonly rows = new NumberTable([
    "nameEnd",
    "modified",
    "blob",
    "sliceOffset",
    "hasLocalHeader",
    "storedSize",
    "size",
    "isDeflated",
    "crc32",
    // Checksum for the directory. It is known once the bytes were read.
    "writtenCrc32",
    "headerOffset",
  ]);
  private end = 0;
  private directorySize = 0;
  private order: number[] | null = null;

  get length(): number {
    return this.rows.length;
  }

  get directory(): DirectoryPlace {
    return { entries: this.length, offset: this.end, size: this.directorySize };
  }

  get size(): number {
    return this.end + this.directorySize + archiveEndSize(this.directory);
  }

  /** Adds a member whose path is not in the manifest yet. @throws Error after {@link seal} */
  add({ path, isFolder, modified, slice }: ZipMember): void {
    if (this.order) throw new Error("The manifest is sealed.");
    const bytes = slice && slice.size > 0 ? slice : null;
    const withoutBytes = isFolder ? FOLDER : EMPTY_FILE;
    this.rows.add({
      nameEnd: this.addName(isFolder ? `${path}/` : path),
      modified,
      blob: bytes ? this.internKey(bytes.blobKey) : withoutBytes,
      sliceOffset: bytes?.offset ?? 0,
      hasLocalHeader: Number(bytes?.hasLocalHeader ?? false),
      storedSize: bytes?.storedSize ?? 0,
      size: bytes?.size ?? 0,
      isDeflated: Number(bytes?.method === "deflated"),
      crc32: bytes?.crc32 ?? NO_CHECKSUM,
      writtenCrc32: bytes?.crc32 ?? 0,
      headerOffset: 0,
    });
  }

  /** Gives every member its place. Call it once, before the members are read. */
  seal(): this {
    if (this.order) throw new Error("The manifest is sealed.");
    const { rows } = this;
    this.order = rows.sortedBy("blob", "sliceOffset");
    for (const row of this.order) {
      const { record } = this.member(row);
      rows.set(row, "headerOffset", this.end);
      this.directorySize += directoryHeaderSize(record, this.end);
      this.end += localHeaderSize(record) + record.storedSize + dataDescriptorSize(record);
    }
    return this;
  }

  at(place: number): PlacedMember {
    return this.member(this.rowAt(place));
  }

  *slices(): Generator<Slice, void, undefined> {
    for (let place = 0; place < this.length; place += 1) {
      const slice = this.slice(this.rowAt(place));
      if (slice) yield slice;
    }
  }

  setChecksum(place: number, crc32: number): void {
    this.rows.set(this.rowAt(place), "writtenCrc32", crc32);
  }

  checksumOf(place: number): number {
    return this.rows.get(this.rowAt(place), "writtenCrc32");
  }

  private rowAt(place: number): number {
    const row = this.order?.[place];
    if (row === undefined) throw new Error(`There is no member at place ${place}.`);
    return row;
  }

  private member(row: number): PlacedMember {
    const { rows } = this;
    const slice = this.slice(row);
    const isFolder = rows.get(row, "blob") === FOLDER;
    const name = this.names.subarray(row === 0 ? 0 : rows.get(row - 1, "nameEnd"), rows.get(row, "nameEnd"));
    const record = { name, isFolder, modified: rows.get(row, "modified"), size: rows.get(row, "size"), ...storedForm(slice) };
    return { record, slice, offset: rows.get(row, "headerOffset") };
  }

  private slice(row: number): Slice | null {
    const { rows } = this;
    const blobKey = this.keys[rows.get(row, "blob")];
    if (blobKey === undefined) return null;
    const crc32 = rows.get(row, "crc32");
    return {
      blobKey,
      offset: rows.get(row, "sliceOffset"),
      hasLocalHeader: rows.get(row, "hasLocalHeader") === 1,
      storedSize: rows.get(row, "storedSize"),
      size: rows.get(row, "size"),
      method: rows.get(row, "isDeflated") === 1 ? "deflated" : "stored",
      crc32: crc32 === NO_CHECKSUM ? null : crc32,
    };
  }

  private addName(name: string): number {
    const start = this.length === 0 ? 0 : this.rows.get(this.length - 1, "nameEnd");
    const end = start + Buffer.byteLength(name);
    if (end > this.names.length) this.names = Buffer.concat([this.names], Math.ceil(end * 1.5));
    return start + this.names.write(name, start);
  }

  /** Blobs hold many files each, so a row has the position of the key instead of the key. */
  private internKey(key: BlobKey): number {
    let index = this.indexOfKey.get(key);
    if (index === undefined) {
      index = this.keys.push(key) - 1;
      this.indexOfKey.set(key, index);
    }
    return index;
  }
}

/** Returns how the bytes are written: as stored, or inflated when the checksum is unknown and they must be read for it anyway. */
function storedForm(slice: Slice | null): Pick<ZipRecord, "isDeflated" | "storedSize" | "crc32"> {
  if (!slice) return { isDeflated: false, storedSize: 0, crc32: 0 };
  if (slice.crc32 !== null) return { isDeflated: slice.method === "deflated", storedSize: slice.storedSize, crc32: slice.crc32 };
  return { isDeflated: false, storedSize: slice.size, crc32: slice.size <= READ_AT_ONCE_BYTES ? 0 : null };
}
