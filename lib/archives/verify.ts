import type { BlobKey, BlobStore } from "../blobs/store";
import { LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "./entry-kind";
import type { EntryTable, TableEntry } from "./entry-table";
import { checkDeflated, checked, checkStored, type Damage, DamagedBytesError, damages, inflated } from "./inflate-entry";
import { nameFingerprint, parseLocalHeader } from "./local-header";
import { Pace } from "./pace";
import { SequentialReader } from "./sequential-reader";

/** Up to here an entry is checked in one piece; beyond, chunk by chunk. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** Takes the inflated bytes of an entry that wants a blob of its own, because its byte ranges could not be served otherwise. */
export type KeepLarge = (entry: TableEntry, bytes: AsyncIterable<Buffer>) => Promise<void>;

export interface VerifyInput {
  store: BlobStore;
  key: BlobKey;
  table: EntryTable;
  /** Where the entries' bytes end and the directory begins. */
  dataEnd: number;
  /** Offset of the last entry that needs no more checking; -1 for none. */
  after: number;
  signal: AbortSignal;
  keepLarge: KeepLarge;
  /** Told of every part of an entry that is too large to be checked in one piece, in inflated bytes. */
  onPart(bytes: number): Promise<void>;
}

export interface VerifiedEntry {
  entry: TableEntry;
  damage: Damage;
}

interface Verifying extends VerifyInput {
  reader: SequentialReader;
  pace: Pace;
}

/** Reads every file of an archive once, in the order of their bytes, and compares it with the directory. */
export async function* verifyEntries(input: VerifyInput): AsyncGenerator<VerifiedEntry, void, undefined> {
  const { store, key, table, dataEnd, signal } = input;
  const reader = new SequentialReader(store, key, dataEnd, signal);
  const pace = new Pace();
  const verifying: Verifying = { ...input, reader, pace };
  try {
    for (let place = table.placeAfter(input.after); place < table.length; place += 1) {
      const entry = table.at(place);
      if (!entry.isFile) continue;
      const end = place + 1 < table.length ? table.at(place + 1).offset : dataEnd;
      yield { entry, damage: await verifyEntry(verifying, entry, end) };
      await pace.rest();
    }
  } finally {
    await reader.close();
  }
}

async function verifyEntry(verifying: Verifying, entry: TableEntry, end: number): Promise<Damage> {
  const { reader } = verifying;
  // The name's length is known from the directory; only a longer extra field makes a second look necessary.
  const headerBytes = LOCAL_HEADER_BYTES + entry.nameBytes;
  const head = reader.at(entry.offset, headerBytes) ?? (await reader.read(entry.offset, headerBytes));
  if (head.length < headerBytes) return damages.header;
  const header = parseLocalHeader(head);
  if (!header.isLocalHeader) return damages.header;
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
  const bytes = told(checked(inflatedBytes, entry), verifying);
  try {
    if (entry.wantsOwnBlob) await verifying.keepLarge(entry, bytes);
    else await drain(bytes);
    return null;
  } catch (error) {
    if (error instanceof DamagedBytesError) return error.damage;
    throw error;
  }
}

async function* told(bytes: AsyncIterable<Buffer>, { onPart, pace }: Verifying): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of bytes) {
    yield chunk;
    await onPart(chunk.length);
    await pace.rest();
  }
}

/** Reads to the end for the sake of the checks on the way. */
export async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
