import { crc32, deflateRawSync } from "node:zlib";

/**
 * An entry of a ZIP archive built byte by byte. Each field can be set to a wrong value, which ordinary tools cannot do.
 * Field names follow APPNOTE 4.3.7 and 4.3.12.
 */
export interface CraftedEntry {
  /** A string is encoded as UTF-8. */
  name: string | Buffer;
  /** The file content. It is compressed when `method` is 8. */
  data?: Buffer;
  /** Bytes stored in the archive, if not derived from `data` and `method`. */
  stored?: Buffer;
  method?: number;
  flags?: number;
  crc32?: number;
  size?: number;
  storedSize?: number;
  /** Host system and version: 0x031e is Unix, 0x0014 is MS-DOS. */
  madeBy?: number;
  externalAttributes?: number;
  /** Extra field of the central directory record. */
  extra?: Buffer;
  localExtra?: Buffer;
  localName?: Buffer;
  localMethod?: number;
  localFlags?: number;
  localSignature?: number;
  /** Offset in the central directory record. The entries are still written in order. */
  offset?: number;
  /** Writes sizes and offset into a ZIP64 extra field. */
  zip64?: boolean;
}

export interface CraftedArchive {
  comment?: Buffer;
  count?: number;
  before?: Buffer;
  /** Bytes between the last entry and the central directory. */
  between?: Buffer;
  /** Bytes after the end record. */
  after?: Buffer;
  diskNumber?: number;
  /** Adds the ZIP64 end records. */
  zip64?: boolean;
}

const FLAG_UTF8 = 0x0800;
const MS_DOS_1980 = 0x0021;
const ALL_ONES = 0xffffffff;

/** Returns a Unix mode as external attributes. */
export const unixMode = (mode: number) => (mode << 16) >>> 0;

function fields(...values: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((length, [bytes]) => length + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else if (bytes === 4) buffer.writeUInt32LE(value >>> 0, at);
    else buffer.writeUInt16LE(value, at);
    at += bytes;
  }
  return buffer;
}

export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([fields([2, id], [2, data.length]), data]);
}

function complete(entry: CraftedEntry) {
  const data = entry.data ?? Buffer.alloc(0);
  const method = entry.method ?? 0;
  const stored = entry.stored ?? (method === 8 ? deflateRawSync(data) : data);
  return {
    name: typeof entry.name === "string" ? Buffer.from(entry.name) : entry.name,
    flags: entry.flags ?? (typeof entry.name === "string" ? FLAG_UTF8 : 0),
    method,
    stored,
    crc32: entry.crc32 ?? crc32(data),
    size: entry.size ?? data.length,
    storedSize: entry.storedSize ?? stored.length,
  };
}

function localHeader(entry: CraftedEntry, whole: ReturnType<typeof complete>): Buffer {
  const name = entry.localName ?? whole.name;
  const extra = entry.localExtra ?? Buffer.alloc(0);
  const head = fields(
    [4, entry.localSignature ?? 0x04034b50],
    [2, 20],
    [2, entry.localFlags ?? whole.flags],
    [2, entry.localMethod ?? whole.method],
    [2, 0],
    [2, MS_DOS_1980],
    [4, whole.crc32],
    [4, Math.min(whole.storedSize, ALL_ONES)],
    [4, Math.min(whole.size, ALL_ONES)],
    [2, name.length],
    [2, extra.length],
  );
  return Buffer.concat([head, name, extra, whole.stored]);
}

function directoryRecord(entry: CraftedEntry, whole: ReturnType<typeof complete>, offset: number): Buffer {
  const zip64 = entry.zip64 ? extraField(0x0001, fields([8, whole.size], [8, whole.storedSize], [8, offset])) : Buffer.alloc(0);
  const extra = Buffer.concat([zip64, entry.extra ?? Buffer.alloc(0)]);
  const head = fields(
    [4, 0x02014b50],
    [2, entry.madeBy ?? 0x031e],
    [2, 20],
    [2, whole.flags],
    [2, whole.method],
    [2, 0],
    [2, MS_DOS_1980],
    [4, whole.crc32],
    [4, entry.zip64 ? ALL_ONES : whole.storedSize],
    [4, entry.zip64 ? ALL_ONES : whole.size],
    [2, whole.name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, entry.externalAttributes ?? 0],
    [4, entry.zip64 ? ALL_ONES : offset],
  );
  return Buffer.concat([head, whole.name, extra]);
}

function endRecords(options: CraftedArchive, count: number, size: number, start: number): Buffer {
  const comment = options.comment ?? Buffer.alloc(0);
  const disk = options.diskNumber ?? 0;
  const zip64 = options.zip64
    ? [
        fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, start]),
        fields([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
      ]
    : [];
  const shortCount = options.zip64 ? 0xffff : count % 0x10000;
  const sizeAndStart: [4, number][] = options.zip64 ? [[4, ALL_ONES], [4, ALL_ONES]] : [[4, size], [4, start]]; // biome-ignore format: a pair a line says less
  const end = fields([4, 0x06054b50], [2, disk], [2, disk], [2, shortCount], [2, shortCount], ...sizeAndStart, [2, comment.length]);
  return Buffer.concat([...zip64, end, comment]);
}

/** Builds the archive. Without ZIP64, the entry count wraps at 65,536, as in archives from macOS. */
export function craftZip(entries: readonly CraftedEntry[], options: CraftedArchive = {}): Buffer {
  const before = options.before ?? Buffer.alloc(0);
  const bodies: Buffer[] = [];
  const records: Buffer[] = [];
  let at = before.length;
  for (const entry of entries) {
    const whole = complete(entry);
    const body = localHeader(entry, whole);
    records.push(directoryRecord(entry, whole, entry.offset ?? at));
    bodies.push(body);
    at += body.length;
  }
  const between = options.between ?? Buffer.alloc(0);
  const directory = Buffer.concat(records);
  const end = endRecords(options, options.count ?? entries.length, directory.length, at + between.length);
  return Buffer.concat([before, ...bodies, between, directory, end, options.after ?? Buffer.alloc(0)]);
}
