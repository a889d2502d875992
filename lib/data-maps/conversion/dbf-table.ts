import type { FileHandle } from "node:fs/promises";

export interface DbfField {
  /** Position of its description in the header. */
  at: number;
  /** Position in a record. */
  start: number;
  /** Bytes. */
  width: number;
  isText: boolean;
}

export interface DbfTable {
  header: Buffer;
  recordLength: number;
  fields: DbfField[];
}

const FIXED = 32;
const DESCRIPTION = 32;
const END_OF_FIELDS = 0x0d;
const CHUNK_BYTES = 1024 * 1024;

/** Reads the header of a DBF file. @returns null if it isn't one */
export async function readTable(file: FileHandle): Promise<DbfTable | null> {
  const first = Buffer.alloc(FIXED);
  if ((await file.read(first, 0, FIXED, 0)).bytesRead < FIXED) return null;
  const header = Buffer.alloc(first.readUInt16LE(8));
  const recordLength = first.readUInt16LE(10);
  if (header.length <= FIXED || (await file.read(header, 0, header.length, 0)).bytesRead < header.length) return null;
  const fields: DbfField[] = [];
  let start = 1;
  for (let at = FIXED; at + DESCRIPTION <= header.length && header[at] !== END_OF_FIELDS; at += DESCRIPTION) {
    const width = header[at + 16] ?? 0;
    fields.push({ at, start, width, isText: header[at + 11] === "C".charCodeAt(0) });
    start += width;
  }
  return fields.length > 0 && start <= recordLength ? { header, recordLength, fields } : null;
}

/** Yields the records of a table, many at a time. */
export async function* readRecords(file: FileHandle, { header, recordLength }: DbfTable): AsyncGenerator<Buffer[], void, undefined> {
  const records = header.readUInt32LE(4);
  const most = Math.max(1, Math.floor(CHUNK_BYTES / recordLength));
  for (let done = 0; done < records; ) {
    const chunk = Buffer.alloc(Math.min(most, records - done) * recordLength);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, header.length + done * recordLength);
    const count = Math.floor(bytesRead / recordLength);
    if (count === 0) return;
    yield Array.from({ length: count }, (_, index) => chunk.subarray(index * recordLength, (index + 1) * recordLength));
    done += count;
  }
}
