import type { BlobKey, BlobStore } from "../blobs/store";
import { isDeflated64, LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "./entry-kind";
import { type EntryTable, nameFingerprint, type TableEntry } from "./entry-table";
import { checkDeflated, checked, checkStored, type Damage, DamagedBytesError, damages, inflated } from "./inflate-entry";
import { inflated64 } from "./inflate64";
import { SequentialReader } from "./sequential-reader";
import { Throttle } from "./throttle";

/** Entries up to this size are checked in memory, larger ones chunk by chunk. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** May read the bytes or a part of them. */
type KeepLarge = (entry: TableEntry, bytes: AsyncIterable<Buffer>) => Promise<void>;

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
      yield { entry, damage: await verifyEntry(verifying, entry, table.endOf(place, dataEnd)) };
      await throttle.pause();
    }
  } finally {
    await reader.close();
  }
}

/** Returns where the data of an entry begins. @throws DamagedBytesError when its local header contradicts the directory */
async function findData(reader: SequentialReader, entry: TableEntry, end: number): Promise<number> {
  const headerBytes = LOCAL_HEADER_BYTES + entry.nameBytes;
  const head = reader.at(entry.offset, headerBytes) ?? (await reader.read(entry.offset, headerBytes));
  if (head.length < headerBytes) throw new DamagedBytesError(damages.header);
  const header = parseLocalHeader(head);
  if (!header.hasSignature) throw new DamagedBytesError(damages.header);
  const isSame = !header.encrypted && header.method === entry.method && header.nameBytes === entry.nameBytes;
  if (!isSame || nameFingerprint(head.subarray(LOCAL_HEADER_BYTES)) !== entry.nameFingerprint) {
    throw new DamagedBytesError(damages.headerDiffers);
  }
  const start = entry.offset + header.dataOffset;
  if (start + entry.storedSize > end) throw new DamagedBytesError(damages.overlaps);
  return start;
}

async function verifyEntry(verifying: Verifying, entry: TableEntry, end: number): Promise<Damage> {
  const { reader, keepLarge } = verifying;
  try {
    const start = await findData(reader, entry, end);
    // They were checked when they were inflated.
    if (isDeflated64(entry)) return null;
    if (entry.wantsOwnBlob || entry.storedSize > IN_MEMORY_BYTES || entry.size > IN_MEMORY_BYTES) {
      const source = reader.stream(start, entry.storedSize);
      const inflatedBytes = entry.method === METHOD_DEFLATED ? inflated(source, entry.storedSize) : source;
      const bytes = continuable(reported(checked(inflatedBytes, entry), verifying));
      if (entry.wantsOwnBlob) await keepLarge(entry, bytes);
      // Reads what was not kept, so that its checks run.
      for await (const _ of bytes);
      return null;
    }
    const bytes = reader.at(start, entry.storedSize) ?? (await reader.read(start, entry.storedSize));
    return entry.method === METHOD_DEFLATED ? checkDeflated(bytes, entry) : checkStored(bytes, entry);
  } catch (error) {
    if (error instanceof DamagedBytesError) return error.damage;
    throw error;
  }
}

/** Inflates a Deflate64 entry and checks it. @param end where the next entry or the directory begins @throws DamagedBytesError */
export async function* openDeflated64(reader: SequentialReader, entry: TableEntry, end: number): AsyncGenerator<Buffer, void, undefined> {
  const start = await findData(reader, entry, end);
  yield* checked(inflated64(reader.stream(start, entry.storedSize)), entry);
}

async function* reported(bytes: AsyncIterable<Buffer>, { onPart, throttle }: Verifying): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of bytes) {
    yield chunk;
    await onPart(chunk.length);
    await throttle.pause();
  }
}

/** The same bytes, continued by the next reader when one stops. */
function continuable(bytes: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}
