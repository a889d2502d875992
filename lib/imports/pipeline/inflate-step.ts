import { isDeflated64 } from "../../archives/entry-kind";
import type { TableEntry } from "../../archives/entry-table";
import { DamagedBytesError } from "../../archives/inflate-entry";
import { ArchiveRefusedError, refuse } from "../../archives/refusals";
import { SequentialReader } from "../../archives/sequential-reader";
import { openDeflated64 } from "../../archives/verify";
import { newBlobKey } from "../../blobs/key";
import type { Slice } from "../../blobs/slice";
import { withTransaction } from "../../db";
import { diskFull, isDiskFull } from "../../errors";
import { requireSpace } from "../../storage/quota/space";
import { repointSlices } from "../../trees/slices/blob-slices";
import { beginPending, dropPending } from "./large-entry";
import type { HeldImport, StepContext } from "./lease";
import { VerifyProgress } from "./verify-progress";
import { nameEntries, readTable } from "./verify-step";

/** A blob ends with the file that reaches one of these. An interruption repeats one blob; an archive may have a million small files. */
const BLOB_BYTES = 256 * 1024 * 1024;
const BLOB_FILES = 10_000;

interface Member {
  entry: TableEntry;
  /** Where the next entry of the archive begins. */
  end: number;
  /** Offset in the blob. */
  target: number;
}

/** Inflates the Deflate64 files into blobs, before the tree is published. @throws ArchiveRefusedError for a damaged one, AppError 413 */
export async function inflateArchive(context: StepContext, held: HeldImport): Promise<HeldImport> {
  const { lease, store, signal } = context;
  await dropPending(context, held.pendingBlobKey);
  const { table, dataEnd } = await readTable(context, held, isDeflated64);
  const progress = new VerifyProgress(lease, table, held.cursor);
  const reader = new SequentialReader(store, held.blobKey, dataEnd, signal);
  try {
    let members: Member[] = [];
    let size = 0;
    for (let place = table.placeAfter(held.cursor); place < table.length; place += 1) {
      const entry = table.at(place);
      if (entry.isFile) {
        members.push({ entry, end: table.endOf(place, dataEnd), target: size });
        size += entry.size;
      }
      if (size < BLOB_BYTES && members.length < BLOB_FILES && place < table.length - 1) continue;
      if (members.length > 0) await writeBlob(context, held, { members, size, reader, progress });
      members = [];
      size = 0;
    }
  } finally {
    await reader.close();
  }
  return lease.write({ status: "publishing", cursor: -1, filesDone: 0, bytesDone: 0 });
}

interface NewBlob {
  members: readonly Member[];
  size: number;
  reader: SequentialReader;
  progress: VerifyProgress;
}

async function writeBlob(context: StepContext, held: HeldImport, blob: NewBlob): Promise<void> {
  const { store, signal } = context;
  const { members, size, progress } = blob;
  const key = newBlobKey();
  await withTransaction(async (transaction) => {
    await requireSpace(transaction, size);
    await beginPending(transaction, context, { key, size, from: held.blobKey });
  });
  try {
    await store.write(key, inflatedBytes(context, held, blob), signal);
    await withTransaction(async (transaction) => {
      const moved = members.map(({ entry, target }) => ({ slice: writtenSlice(held, entry), target }));
      const count = await repointSlices(transaction, held.blobKey, key, moved);
      if (count !== members.length) throw new Error(`Of ${members.length} inflated files, ${count} are in the tree.`);
      // Only now, so that an interruption repeats the whole blob.
      for (const { entry } of members) progress.pass(entry);
      await progress.write({ pendingBlobKey: null }, transaction);
    });
  } catch (error) {
    await dropPending(context, key);
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

async function* inflatedBytes(context: StepContext, held: HeldImport, { members, reader, progress }: NewBlob): AsyncGenerator<Buffer> {
  for (const { entry, end } of members) {
    try {
      for await (const bytes of openDeflated64(reader, entry, end)) {
        await progress.part(bytes.length);
        yield bytes;
      }
    } catch (error) {
      if (!(error instanceof DamagedBytesError)) throw error;
      const damaged = await nameEntries(context, held, new Map([[entry.ordinal, error.damage]]));
      throw new ArchiveRefusedError(refuse("damaged", damaged, 1));
    }
  }
}

/** Returns the slice that the index step has written for a Deflate64 file. */
function writtenSlice({ blobKey }: HeldImport, { offset, size, crc32 }: TableEntry): Slice {
  return { blobKey, offset, hasLocalHeader: true, storedSize: size, size, method: "stored", crc32 };
}
