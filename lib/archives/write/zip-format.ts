import { LOCAL_HEADER_BYTES, METHOD_DEFLATED, METHOD_STORED } from "../entry-kind";

export interface ZipRecord {
  /** UTF-8; the name of a folder ends with a slash. */
  name: Uint8Array;
  isFolder: boolean;
  modified: number;
  isDeflated: boolean;
  size: number;
  storedSize: number;
  /** Unsigned; null when a data descriptor after the bytes states it. */
  crc32: number | null;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const DIRECTORY_LOCATOR_64 = 0x07064b50;

const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END_BYTES = 22;
const DIRECTORY_END_64_BYTES = 56;
const DIRECTORY_LOCATOR_64_BYTES = 20;

/** A field with this value or more is in the ZIP64 extra field instead (APPNOTE 4.4.1.4). */
const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;

const FLAG_DESCRIPTOR = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const VERSION_PLAIN = 20;
const VERSION_64 = 45;
const MADE_ON_UNIX = 3 << 8;
const MODE_FILE = 0o100644;
const MODE_FOLDER = 0o040755;
const DOS_FOLDER = 0x10;

/** Extended timestamp (Info-ZIP), in UTC seconds. The DOS time has no time zone and a step of two seconds. */
const TIMESTAMP = 0x5455;
const TIMESTAMP_BYTES = 9;
const ZIP64 = 0x0001;

const isLarge = ({ size, storedSize }: Pick<ZipRecord, "size" | "storedSize">) => size >= MOST_32 || storedSize >= MOST_32;
const versionOf = (isZip64: boolean) => (isZip64 ? VERSION_64 : VERSION_PLAIN);

/** Returns a time as MS-DOS date and time in UTC: 1980 to 2107, in steps of two seconds. */
function dosTime(seconds: number): { date: number; time: number } {
  const at = new Date(Math.min(Math.max(seconds, 315_532_800), 4_354_819_199) * 1000);
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

class Fields {
  readonly bytes: Buffer;
  private at = 0;

  constructor(length: number) {
    this.bytes = Buffer.alloc(length);
  }

  u16(...values: number[]): this {
    for (const value of values) this.at = this.bytes.writeUInt16LE(value, this.at);
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) this.at = this.bytes.writeUInt32LE(value, this.at);
    return this;
  }

  u64(...values: number[]): this {
    for (const value of values) this.at = this.bytes.writeBigUInt64LE(BigInt(value), this.at);
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }

  timestamp(seconds: number): this {
    this.u16(TIMESTAMP, TIMESTAMP_BYTES - 4).raw(Uint8Array.of(1));
    this.at = this.bytes.writeInt32LE(Math.min(Math.max(Math.floor(seconds), -(2 ** 31)), 2 ** 31 - 1), this.at);
    return this;
  }
}

/** Writes the flags, method, time, checksum and sizes, which both headers have in the same order. */
function describe(fields: Fields, record: ZipRecord, known: { crc32: number; storedSize: number; size: number }): Fields {
  const { date, time } = dosTime(record.modified);
  const flags = FLAG_UTF8 | (record.crc32 === null ? FLAG_DESCRIPTOR : 0);
  const sizes = isLarge(record) ? [MOST_32, MOST_32] : [known.storedSize, known.size];
  return fields.u16(flags, record.isDeflated ? METHOD_DEFLATED : METHOD_STORED, time, date).u32(known.crc32, ...sizes);
}

export function localHeaderSize(record: ZipRecord): number {
  return LOCAL_HEADER_BYTES + record.name.length + TIMESTAMP_BYTES + (isLarge(record) ? 20 : 0);
}

/** Returns the header before the bytes of an entry (APPNOTE 4.3.7). */
export function localHeader(record: ZipRecord): Buffer {
  const isZip64 = isLarge(record);
  const length = localHeaderSize(record);
  const fields = new Fields(length).u32(LOCAL_HEADER).u16(versionOf(isZip64));
  const { crc32, storedSize, size } = record;
  const known = crc32 === null ? { crc32: 0, storedSize: 0, size: 0 } : { crc32, storedSize, size };
  describe(fields, record, known);
  fields
    .u16(record.name.length, length - LOCAL_HEADER_BYTES - record.name.length)
    .raw(record.name)
    .timestamp(record.modified);
  if (isZip64) fields.u16(ZIP64, 16).u64(known.size, known.storedSize);
  return fields.bytes;
}

export function dataDescriptorSize(record: ZipRecord): number {
  if (record.crc32 !== null) return 0;
  return isLarge(record) ? 24 : 16;
}

/** Returns the record after the bytes of an entry whose header has no checksum (APPNOTE 4.3.9). */
export function dataDescriptor(record: ZipRecord, crc32: number): Buffer {
  const fields = new Fields(dataDescriptorSize(record)).u32(DATA_DESCRIPTOR, crc32);
  return isLarge(record) ? fields.u64(record.storedSize, record.size).bytes : fields.u32(record.storedSize, record.size).bytes;
}

function directoryExtra(record: ZipRecord, offset: number): number {
  return (isLarge(record) ? 16 : 0) + (offset >= MOST_32 ? 8 : 0);
}

export function directoryHeaderSize(record: ZipRecord, offset: number): number {
  const extra = directoryExtra(record, offset);
  return DIRECTORY_HEADER_BYTES + record.name.length + TIMESTAMP_BYTES + (extra > 0 ? 4 + extra : 0);
}

/** Returns the record of an entry in the directory (APPNOTE 4.3.12). @param offset first byte of its local header */
export function directoryHeader(record: ZipRecord, crc32: number, offset: number): Buffer {
  const extra = directoryExtra(record, offset);
  const version = versionOf(extra > 0);
  const length = directoryHeaderSize(record, offset);
  const fields = new Fields(length).u32(DIRECTORY_HEADER).u16(MADE_ON_UNIX | version, version);
  describe(fields, record, { crc32, storedSize: record.storedSize, size: record.size });
  const attributes = record.isFolder ? ((MODE_FOLDER << 16) | DOS_FOLDER) >>> 0 : (MODE_FILE << 16) >>> 0;
  fields.u16(record.name.length, length - DIRECTORY_HEADER_BYTES - record.name.length, 0, 0, 0);
  fields.u32(attributes, Math.min(offset, MOST_32)).raw(record.name).timestamp(record.modified);
  if (extra > 0) fields.u16(ZIP64, extra);
  if (isLarge(record)) fields.u64(record.size, record.storedSize);
  if (offset >= MOST_32) fields.u64(offset);
  return fields.bytes;
}

export interface DirectoryPlace {
  entries: number;
  offset: number;
  size: number;
}

const needs64 = ({ entries, offset, size }: DirectoryPlace) => entries >= MOST_16 || offset >= MOST_32 || size >= MOST_32;

export function archiveEndSize(place: DirectoryPlace): number {
  return DIRECTORY_END_BYTES + (needs64(place) ? DIRECTORY_END_64_BYTES + DIRECTORY_LOCATOR_64_BYTES : 0);
}

/** Returns the records after the directory (APPNOTE 4.3.14 to 4.3.16). */
export function archiveEnd(place: DirectoryPlace): Buffer {
  const { entries, offset, size } = place;
  const fields = new Fields(archiveEndSize(place));
  if (needs64(place)) {
    fields.u32(DIRECTORY_END_64).u64(DIRECTORY_END_64_BYTES - 12);
    fields
      .u16(MADE_ON_UNIX | VERSION_64, VERSION_64)
      .u32(0, 0)
      .u64(entries, entries, size, offset);
    fields
      .u32(DIRECTORY_LOCATOR_64, 0)
      .u64(offset + size)
      .u32(1);
  }
  const count = Math.min(entries, MOST_16);
  fields.u32(DIRECTORY_END).u16(0, 0, count, count).u32(Math.min(size, MOST_32), Math.min(offset, MOST_32)).u16(0);
  return fields.bytes;
}
