import { recordAuditOf } from "../../accounts/mutations";
import type { DirectoryEntry } from "../../archives/directory/record";
import { METHOD_DEFLATED } from "../../archives/entry-kind";
import { EntryTable } from "../../archives/entry-table";
import { isPublishedFile } from "../../archives/ignored-files";
import { isInflatedTooFar } from "../../archives/limits";
import { ArchiveRefusedError, type DamagedEntry, refuse } from "../../archives/refusals";
import { type KeepLarge, verifyEntries } from "../../archives/verify";
import { inTransaction, type Transaction } from "../../db/transaction";
import { env } from "../../env";
import { travelsCompressed } from "../../http/content-type";
import { retryImage } from "../../projects/images/mutations";
import { releaseBlobs } from "../../storage/mutations";
import { openDirectory } from "./index-step";
import { dropPending, keepLargeEntry } from "./large-entry";
import type { HeldImport, StepContext } from "./lease";
import { VerifyProgress } from "./verify-progress";

/** Time to look for more damage after the first one, while the map is still online. */
const DAMAGE_SEARCH_MS = 3_000;
const DAMAGES_NAMED = 5;

/** Deflated files up to this size are inflated quickly for a range. */
const RANGES_MATTER_FROM_BYTES = 1024 * 1024;

export interface Slicing {
  /** Shortest time until others take their turn. */
  sliceMs: number;
  /** A slice takes ten times as long as reading the directory before it, but not longer than this. */
  mostMs: number;
  /** Stops before a large entry, which another queue reads. */
  leavesLarge: boolean;
}

export interface Verified {
  held: HeldImport;
  isLargeNext: boolean;
}

/** Compares a part of the archive with its directory. @throws ArchiveRefusedError naming damaged entries, ProjectGoneError */
export async function verifyArchive(context: StepContext, held: HeldImport, { sliceMs, mostMs, leavesLarge }: Slicing): Promise<Verified> {
  const { lease, store, signal } = context;
  const begun = performance.now();
  await dropPending(context, held.pendingBlobKey);
  const { table, dataEnd } = await readTable(context, held, () => true, ownBlobs());
  const progress = new VerifyProgress(lease, table, held.cursor);
  const found = new Map<number, string>();
  const readMs = performance.now() - begun;
  let deadline = begun + Math.max(sliceMs, Math.min(10 * readMs, mostMs));
  const verified = verifyEntries({
    store,
    key: held.blobKey,
    table,
    dataEnd,
    after: held.cursor,
    signal,
    leavesLarge,
    keepLarge: keepLargeEntries(context, held),
    onPart: (bytes) => progress.part(bytes),
  });
  for await (const { entry, damage, isLeft } of verified) {
    signal.throwIfAborted();
    if (damage !== null) {
      if (found.size === 0) deadline = performance.now() + DAMAGE_SEARCH_MS;
      found.set(entry.ordinal, damage);
      // From the first damage on the cursor stays, so that a takeover finds it too.
    } else if (found.size === 0 && !isLeft) await progress.done(entry);
    if (!isLeft && performance.now() < deadline) continue;
    if (found.size > 0) break;
    return { held: await progress.write(), isLargeNext: isLeft };
  }
  if (found.size > 0) throw new ArchiveRefusedError(refuse("damaged", await nameEntries(context, held, found), found.size));
  return { held: await complete(progress), isLargeNext: false };
}

/** Without space for one large file, none is tried for the next. */
function keepLargeEntries(context: StepContext, held: HeldImport): KeepLarge {
  let hasRoom = true;
  return async (entry, bytes) => {
    if (hasRoom) hasRoom = await keepLargeEntry(context, held, entry, bytes);
  };
}

function complete(progress: VerifyProgress): Promise<HeldImport> {
  return inTransaction(async (tx) => {
    const done = await progress.write({ status: "complete", finishedAt: new Date() }, tx);
    await noteCompletion(tx, done);
    return done;
  });
}

/** Large deflated files need ranges. Text does not: it is sent compressed. */
function wantsOwnBlob({ name, method, size }: DirectoryEntry): boolean {
  return method === METHOD_DEFLATED && size > RANGES_MATTER_FROM_BYTES && !travelsCompressed(name ?? "");
}

/** Chooses the files that get their own blobs. They are inflated no further than INFLATE_RATIO allows. */
function ownBlobs(): Choice {
  let stored = 0;
  let size = 0;
  return (entry) => {
    if (!wantsOwnBlob(entry)) return false;
    if (isInflatedTooFar(stored + entry.storedSize, size + entry.size, env().inflateRatio)) return false;
    stored += entry.storedSize;
    size += entry.size;
    return true;
  };
}

type Choice = (entry: DirectoryEntry) => boolean;

/** Reads the entries of the archive. Only chosen files count as files. */
export async function readTable(
  context: StepContext,
  held: HeldImport,
  isChosen: Choice,
  ownBlob: Choice = isChosen,
): Promise<{ table: EntryTable; dataEnd: number }> {
  const directory = await openDirectory(context, held);
  const table = new EntryTable();
  for await (const entry of directory.entries()) {
    const isFile = isPublishedFile(entry.name) && isChosen(entry);
    table.add(entry, isFile, isFile && ownBlob(entry));
  }
  return { table, dataEnd: directory.place.start };
}

/** Reads the directory again, because damage is rare and names of all entries take memory. */
export async function nameEntries(context: StepContext, held: HeldImport, found: ReadonlyMap<number, string>): Promise<DamagedEntry[]> {
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

/** Deletes what belongs to a running import only: its claims on uploads and the list of files. */
export async function releaseClaims(tx: Transaction, { id, source, blobKey }: HeldImport): Promise<void> {
  await tx.importBlob.deleteMany({ where: { importId: id } });
  if (source === "folder") await releaseBlobs(tx, [blobKey]);
}

/** Records a completed import, in the transaction that completes it. */
export async function noteCompletion(tx: Transaction, done: HeldImport): Promise<void> {
  const { id, projectName: name, safeName, filesTotal: files, bytesDone: bytes } = done;
  await recordAuditOf(tx, done, {
    action: "import.completed",
    target: { type: "import", id, name },
    details: { safeName, files, bytes },
  });
  await releaseClaims(tx, done);
  // An attempt may have failed while the map was being verified.
  if (done.treeId !== null) await retryImage(tx, "currentTreeId", done.treeId);
}
