import { ArchiveDirectory, type DirectoryEntry } from "../../archives/directory";
import { METHOD_DEFLATED } from "../../archives/entry-kind";
import { EntryTable } from "../../archives/entry-table";
import { isPublishedFile } from "../../archives/left-out";
import { ArchiveRefusedError, type DamagedEntry, refuse } from "../../archives/refusals";
import { drain, verifyEntries } from "../../archives/verify";
import { BlobMissingError } from "../../blobs/store";
import { withTransaction } from "../../db";
import { travelsCompressed } from "../../http/content-type";
import { noteCompletion } from "./completion";
import type { StepContext } from "./context";
import { dropPending, keepLargeEntry } from "./large-entry";
import type { HeldImport } from "./lease";
import { VerifyProgress } from "./verify-progress";

/** Once damage is found, for how long more of it is looked for: the map is still online meanwhile. */
const DAMAGE_SEARCH_MS = 3_000;
const DAMAGES_NAMED = 5;

/** Up to here a deflated file is quickly inflated for the sake of a range (DESIGN §1). */
const RANGES_MATTER_FROM_BYTES = 1024 * 1024;

/** Damage by the entry's number in the directory. */
type Damages = Map<number, string>;

/**
 * Reads every file of the archive once and compares it with the directory, from where the last attempt left off.
 * @param sliceMs after which others have their turn
 * @returns the import as it stands: complete, or still verifying when the slice was too short
 * @throws ArchiveRefusedError naming the damaged entries, ProjectGoneError
 */
export async function verifyArchive(context: StepContext, held: HeldImport, sliceMs: number): Promise<HeldImport> {
  const { lease, store, signal } = context;
  await dropPending(context, held.pendingBlobKey);
  const { table, dataEnd } = await readTable(context, held);
  const progress = new VerifyProgress(lease, table, held.cursor);
  const found: Damages = new Map();
  let deadline = performance.now() + sliceMs;
  // Once the disk is full, it is not filled again for the next large file.
  let hasRoom = true;
  const verified = verifyEntries({
    store,
    key: held.blobKey,
    table,
    dataEnd,
    after: held.cursor,
    signal,
    keepLarge: async (entry, bytes) => {
      if (hasRoom) hasRoom = await keepLargeEntry(context, held, entry, bytes);
      else await drain(bytes);
    },
    onPart: (bytes) => progress.part(bytes),
  });
  for await (const { entry, damage } of verified) {
    signal.throwIfAborted();
    if (damage !== null && found.size === 0) deadline = performance.now() + DAMAGE_SEARCH_MS;
    if (damage !== null) found.set(entry.ordinal, damage);
    // From the first damage on the cursor stands still, so that whoever takes over finds it too.
    else if (found.size === 0) await progress.done(entry);
    if (performance.now() < deadline) continue;
    if (found.size > 0) break;
    return progress.write();
  }
  if (found.size > 0) throw new ArchiveRefusedError(refuse("damaged", await nameEntries(context, held, found), found.size));
  return complete(progress);
}

function complete(progress: VerifyProgress): Promise<HeldImport> {
  return withTransaction(async (transaction) => {
    const done = await progress.write({ status: "complete", finishedAt: new Date() }, transaction);
    await noteCompletion(transaction, done);
    return done;
  });
}

async function openDirectory({ store, signal }: StepContext, { blobKey }: HeldImport): Promise<ArchiveDirectory> {
  const size = await store.size(blobKey);
  if (size === null) throw new BlobMissingError(blobKey);
  return ArchiveDirectory.open(store, blobKey, size, signal);
}

/** A large deflated file of which parts may be asked for. Text stays as it is: compressed, it is a fraction of its size on the way. */
function wantsOwnBlob({ name, method, size }: DirectoryEntry): boolean {
  return method === METHOD_DEFLATED && size > RANGES_MATTER_FROM_BYTES && !travelsCompressed(name ?? "");
}

async function readTable(context: StepContext, held: HeldImport): Promise<{ table: EntryTable; dataEnd: number }> {
  const directory = await openDirectory(context, held);
  const table = new EntryTable();
  for await (const entry of directory.entries()) {
    const isFile = isPublishedFile(entry.name);
    table.add(entry, isFile, isFile && wantsOwnBlob(entry));
  }
  return { table, dataEnd: directory.start };
}

/** Damage is rare: names are worth a second reading of the directory rather than memory for all of them. */
async function nameEntries(context: StepContext, held: HeldImport, found: Damages): Promise<DamagedEntry[]> {
  const directory = await openDirectory(context, held);
  const named: DamagedEntry[] = [];
  let ordinal = 0;
  for await (const { name } of directory.entries()) {
    const reason = found.get(ordinal);
    if (reason !== undefined) named.push({ path: name ?? "", reason });
    if (named.length === DAMAGES_NAMED) break;
    ordinal += 1;
  }
  return named;
}
