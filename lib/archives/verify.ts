import type { BlobKey, BlobStore } from "../blobs/store";
import { isDeflated64, METHOD_DEFLATED } from "./entry-kind";
import type { EntryTable, TableEntry } from "./entry-table";
import { checkDeflated, checkStored, type Damage, DamagedBytesError } from "./inflate-entry";
import { inflateMembers } from "./inflate-job";
import { findData, openEntry } from "./open-entry";
import { SequentialReader } from "./sequential-reader";
import { Throttle } from "./throttle";

/** Entries up to this size are checked in memory, larger ones chunk by chunk. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** Larger entries take seconds. A process of its own reads them, which can be killed. */
export const LARGE_ENTRY_BYTES = 64 * 1024 * 1024;

/** May read the bytes or a part of them. */
export type KeepLarge = (entry: TableEntry, bytes: AsyncIterable<Buffer>) => Promise<void>;

export interface VerifyInput {
  store: BlobStore;
  key: BlobKey;
  table: EntryTable;
  dataEnd: number;
  after: number;
  signal: AbortSignal;
  /** Stops before an entry of more than LARGE_ENTRY_BYTES. */
  leavesLarge: boolean;
  keepLarge: KeepLarge;
  /** Called for each chunk of an entry that is too large to be checked in memory. @param bytes inflated */
  onPart(bytes: number): Promise<void>;
}

export interface VerifiedEntry {
  entry: TableEntry;
  damage: Damage;
  /** The entry was not read, and the reading ends here. */
  isLeft: boolean;
}

const isLarge = ({ size, storedSize }: TableEntry) => Math.max(size, storedSize) > LARGE_ENTRY_BYTES;

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
      if (input.leavesLarge && isLarge(entry)) return yield { entry, damage: null, isLeft: true };
      yield { entry, damage: await verifyEntry(verifying, entry, table.endOf(place, dataEnd)), isLeft: false };
      await throttle.pause();
    }
  } finally {
    await reader.close();
  }
}

async function verifyEntry(verifying: Verifying, entry: TableEntry, end: number): Promise<Damage> {
  const { reader, keepLarge, key, dataEnd, signal } = verifying;
  try {
    // They were checked when they were inflated.
    if (isDeflated64(entry)) {
      await findData(reader, entry, end);
      return null;
    }
    if (entry.wantsOwnBlob || entry.storedSize > IN_MEMORY_BYTES || entry.size > IN_MEMORY_BYTES) {
      const checkedBytes = isLarge(entry)
        ? inflateMembers({ key, dataEnd, members: [{ entry, end }] }, { signal, bytes: entry.size })
        : openEntry(reader, entry, end);
      const bytes = continuable(reported(checkedBytes, verifying));
      if (entry.wantsOwnBlob) await keepLarge(entry, bytes);
      // Reads what was not kept, so that its checks run.
      for await (const _ of bytes);
      return null;
    }
    const start = await findData(reader, entry, end);
    const bytes = reader.at(start, entry.storedSize) ?? (await reader.read(start, entry.storedSize));
    return entry.method === METHOD_DEFLATED ? checkDeflated(bytes, entry) : checkStored(bytes, entry);
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

/** The same bytes, continued by the next reader when one stops. */
function continuable(bytes: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
}
