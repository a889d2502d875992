import type { BlobKey, BlobStore } from "../blobs/store";
import { LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "./entry-kind";
import { type EntryTable, nameFingerprint, type TableEntry } from "./entry-table";
import { checkDeflated, checked, checkStored, type Damage, DamagedBytesError, damages, inflated } from "./inflate-entry";
import { SequentialReader } from "./sequential-reader";
import { Throttle } from "./throttle";

/** Entries up to this size are checked in memory, larger ones chunk by chunk. */
const IN_MEMORY_BYTES = 1024 * 1024;

export type KeepLarge = (entry: TableEntry, bytes: AsyncIterable<Buffer>) => Promise<void>;

export interface VerifyInput {
  store: BlobStore;
  key: BlobKey;
  table: EntryTable;
  dataEnd: number;
  after: number;
  signal: AbortSignal;
  keepLarge: KeepLarge;
  /** Called for each chunk of an entry that is too large to be checked in memory. @param bytes inflated */
  onPart(bytes: number): Promise<void>;
}

interface LocalHeader {
  hasSignature: boolean;
  encrypted: boolean;
  method: number;
  nameBytes: number;
  dataOffset: number;
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const FLAG_ENCRYPTED = 0x0001;

/** @param bytes at least LOCAL_HEADER_BYTES */
function parseLocalHeader(bytes: Buffer): LocalHeader {
  const nameBytes = bytes.readUInt16LE(26);
  return {
    hasSignature: bytes.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE,
    encrypted: (bytes.readUInt16LE(6) & FLAG_ENCRYPTED) !== 0,
    method: bytes.readUInt16LE(8),
    nameBytes,
    dataOffset: LOCAL_HEADER_BYTES + nameBytes + bytes.readUInt16LE(28),
  };
}

export interface VerifiedEntry {
  entry: TableEntry;
  damage: Damage;
}

interface Verifying extends VerifyInput {
  reader: SequentialReader;
  throttle: Throttle;
}

/** Reads every file of an archive once, in the order of their bytes, and compares it with the directory. Yields each result. */
export async function* verifyEntries(input: VerifyInput): AsyncGenerator<VerifiedEntry, void, undefined> {
  const { store, key, table, dataEnd, signal } = input;
  const reader = new SequentialReader(store, key, dataEnd, signal);
  const throttle = new Throttle();
  const verifying: Verifying = { ...input, reader, throttle };
  try {
    for (let place = table.placeAfter(input.after); place < table.length; place += 1) {
      const entry = table.at(place);
      if (!entry.isFile) continue;
      const end = place + 1 < table.length ? table.at(place + 1).offset : dataEnd;
      yield { entry, damage: await verifyEntry(verifying, entry, end) };
      await throttle.pause();
    }
  } finally {
    await reader.close();
  }
}

async function verifyEntry(verifying: Verifying, entry: TableEntry, end: number): Promise<Damage> {
  const { reader } = verifying;
  const headerBytes = LOCAL_HEADER_BYTES + entry.nameBytes;
  const head = reader.at(entry.offset, headerBytes) ?? (await reader.read(entry.offset, headerBytes));
  if (head.length < headerBytes) return damages.header;
  const header = parseLocalHeader(head);
  if (!header.hasSignature) return damages.header;
  if (header.encrypted || header.method !== entry.method || header.nameBytes !== entry.nameBytes) return damages.headerDiffers;
  if (nameFingerprint(head.subarray(LOCAL_HEADER_BYTES)) !== entry.nameFingerprint) return damages.headerDiffers;
  const start = entry.offset + header.dataOffset;
  if (start + entry.storedSize > end) return damages.overlaps;
  if (entry.wantsOwnBlob || entry.storedSize > IN_MEMORY_BYTES || entry.size > IN_MEMORY_BYTES) return verifyLarge(verifying, entry, start);
  const bytes = reader.at(start, entry.storedSize) ?? (await reader.read(start, entry.storedSize));
  return entry.method === METHOD_DEFLATED ? checkDeflated(bytes, entry) : checkStored(bytes, entry);
}

async function verifyLarge(verifying: Verifying, entry: TableEntry, start: number): Promise<Damage> {
  const source = verifying.reader.stream(start, entry.storedSize);
  const inflatedBytes = entry.method === METHOD_DEFLATED ? inflated(source, entry.storedSize) : source;
  const bytes = reported(checked(inflatedBytes, entry), verifying);
  try {
    if (entry.wantsOwnBlob) await verifying.keepLarge(entry, bytes);
    else await drain(bytes);
    return null;
  } catch (error) {
    if (error instanceof DamagedBytesError) return error.damage;
    throw error;
  }
}

async function* reported(bytes: AsyncIterable<Buffer>, { onPart, throttle }: Verifying): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of bytes) {
    yield chunk;
    await onPart(chunk.length);
    await throttle.pause();
  }
}

/** Reads a stream to its end, so that its checks run. */
export async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
