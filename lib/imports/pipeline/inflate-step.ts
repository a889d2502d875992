import { isDeflated64 } from "../../archives/entry-kind";
import type { EntryTable, TableEntry } from "../../archives/entry-table";
import { DamagedBytesError } from "../../archives/inflate-entry";
import { inflateMembers } from "../../archives/inflate-job";
import { isInflatedTooFar } from "../../archives/limits";
import { ArchiveRefusedError, refuse } from "../../archives/refusals";
import type { Slice } from "../../blobs/slice";
import { newBlobKey } from "../../blobs/store";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
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

/** Blobs with the inflated bytes take space, so the ratio counts from the first one. @throws ArchiveRefusedError */
function checkRatio(table: EntryTable): void {
  let stored = 0;
  let size = 0;
  for (let place = 0; place < table.length; place += 1) {
    const entry = table.at(place);
    if (!entry.isFile) continue;
    stored += entry.storedSize;
    size += entry.size;
  }
  if (isInflatedTooFar(stored, size, env().inflateRatio))
    throw new ArchiveRefusedError(refuse("inflatedRatio", size, stored, env().inflateRatio));
}

/** Inflates the Deflate64 files into blobs, before the tree is published. @throws ArchiveRefusedError for a damaged one, AppError 413 */
export async function inflateArchive(context: StepContext, held: HeldImport): Promise<HeldImport> {
  const { lease } = context;
  await dropPending(context, held.pendingBlobKey);
  const { table, dataEnd } = await readTable(context, held, isDeflated64);
  checkRatio(table);
  const progress = new VerifyProgress(lease, table, held.cursor);
  let members: Member[] = [];
  let size = 0;
  for (let place = table.placeAfter(held.cursor); place < table.length; place += 1) {
    const entry = table.at(place);
    if (entry.isFile) {
      members.push({ entry, end: table.endOf(place, dataEnd), target: size });
      size += entry.size;
    }
    if (size < BLOB_BYTES && members.length < BLOB_FILES && place < table.length - 1) continue;
    if (members.length > 0) await writeBlob(context, held, { members, size, dataEnd, progress });
    members = [];
    size = 0;
  }
  return lease.write({ status: "publishing", attempts: 0, cursor: -1, filesDone: 0, bytesDone: 0 });
}

interface NewBlob {
  members: readonly Member[];
  size: number;
  dataEnd: number;
  progress: VerifyProgress;
}

async function writeBlob(context: StepContext, held: HeldImport, blob: NewBlob): Promise<void> {
  const { store, signal } = context;
  const { members, size, progress } = blob;
  const key = newBlobKey();
  await inTransaction(async (tx) => {
    await requireSpace(tx, size);
    await beginPending(tx, context, { key, size, from: held.blobKey });
  });
  try {
    await store.write(key, inflatedBytes(context, held, blob), signal);
    await inTransaction(async (tx) => {
      const moved = members.map(({ entry, target }) => ({ slice: writtenSlice(held, entry), target }));
      const count = await repointSlices(tx, held.blobKey, key, moved);
      if (count !== members.length) throw new Error(`Of ${members.length} inflated files, ${count} are in the tree.`);
      // Only now, so that an interruption repeats the whole blob.
      for (const { entry } of members) progress.pass(entry);
      await progress.write({ pendingBlobKey: null }, tx);
    });
  } catch (error) {
    await dropPending(context, key);
    throw isDiskFull(error) ? diskFull(error) : error;
  }
}

async function* inflatedBytes(
  context: StepContext,
  held: HeldImport,
  { members, size, dataEnd, progress }: NewBlob,
): AsyncGenerator<Buffer> {
  const { signal } = context;
  try {
    for await (const bytes of inflateMembers({ key: held.blobKey, dataEnd, members }, { signal, bytes: size })) {
      await progress.part(bytes.length);
      yield bytes;
    }
  } catch (error) {
    if (!(error instanceof DamagedBytesError)) throw error;
    const damaged = await nameEntries(context, held, new Map([[error.ordinal ?? 0, error.damage]]));
    throw new ArchiveRefusedError(refuse("damaged", damaged, 1));
  }
}

/** Returns the slice that the index step has written for a Deflate64 file. */
function writtenSlice({ blobKey }: HeldImport, { offset, size, crc32 }: TableEntry): Slice {
  return { blobKey, offset, hasLocalHeader: true, storedSize: size, size, method: "stored", crc32 };
}
