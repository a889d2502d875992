import { createHash } from "node:crypto";
import { LARGE_SLICE_BYTES } from "../../blobs/adjacent-slices";
import { readCoalesced, type SliceRead } from "../../blobs/coalesced-reads";
import { blobStore } from "../../blobs/open";
import { inflateStored, openInflated, type Slice, SliceDamagedError } from "../../blobs/slice";
import { BlobMissingError } from "../../blobs/store";
import { logger } from "../../logging/logger";
import { findEntries } from "../../trees/data";

/** The SHA-256 in lower-case hex; null for a missing or damaged file. */
export interface FileHash {
  path: string;
  sha256: string | null;
}

const LOOKED_UP_AT_ONCE = 500;
/** Large files read at once. */
const LANES = 4;
/** Small files inflated and returned at once. */
const SMALL_AT_ONCE = 8;

interface Found {
  path: string;
  slice: Slice | null;
}

interface FoundBytes extends Found {
  slice: Slice;
}

const hasBytes = (file: Found): file is FoundBytes => file.slice !== null;

/** Returns true for a file that is too large for memory, deflated or not. */
const isLarge = ({ slice }: FoundBytes) => Math.max(slice.size, slice.storedSize) > LARGE_SLICE_BYTES;

/** Sorts by position in blobs, so that adjacent files are read together. */
function byPlace({ slice: a }: FoundBytes, { slice: b }: FoundBytes): number {
  if (a.blobKey !== b.blobKey) return a.blobKey < b.blobKey ? -1 : 1;
  return a.offset - b.offset;
}

async function lookUp(treeId: number, paths: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  // PostgreSQL rejects NUL, and no file name contains one.
  const possible = paths.filter((path) => !path.includes("\0"));
  for (let from = 0; from < possible.length; from += LOOKED_UP_AT_ONCE) {
    const some = possible.slice(from, from + LOOKED_UP_AT_ONCE);
    const entries = await findEntries(some.map((path) => ({ root: { treeId }, path: path.normalize("NFC").split("/") })));
    for (const [index, entry] of entries.entries()) {
      const path = some[index] ?? "";
      if (entry?.kind === "file") found.set(path, { path, slice: entry.slice });
    }
  }
  return found;
}

async function digestLarge(slice: Slice, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const bytes: AsyncIterable<Buffer> = await openInflated(blobStore(), slice, undefined, signal);
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

async function digestSmall(found: SliceRead): Promise<string> {
  if (found.kind === "failed") throw found.error;
  if (found.kind === "large") throw new Error("A small file has a large slice.");
  return createHash("sha256")
    .update(await inflateStored(found.slice, found.stored))
    .digest("hex");
}

/** A damaged file counts as missing: the client then uploads it again. */
async function hashFile(path: string, digest: Promise<string>): Promise<FileHash> {
  try {
    return { path, sha256: await digest };
  } catch (error) {
    if (!(error instanceof SliceDamagedError || error instanceof BlobMissingError)) throw error;
    logger.warn({ err: error, path }, "file cannot be read");
    return { path, sha256: null };
  }
}

async function* hashLarge(files: readonly FoundBytes[], signal: AbortSignal): AsyncGenerator<FileHash[], void, undefined> {
  for (let from = 0; from < files.length; from += LANES) {
    signal.throwIfAborted();
    yield await Promise.all(files.slice(from, from + LANES).map(({ path, slice }) => hashFile(path, digestLarge(slice, signal))));
  }
}

async function* hashSmall(files: readonly FoundBytes[], signal: AbortSignal): AsyncGenerator<FileHash[], void, undefined> {
  const hashAll = (some: readonly SliceRead[]) =>
    Promise.all(some.map((found) => hashFile(files[found.index]?.path ?? "", digestSmall(found))));
  const slices = files.map(({ slice }) => slice);
  let some: SliceRead[] = [];
  for await (const found of readCoalesced(blobStore(), slices, signal)) {
    some.push(found);
    if (some.length < SMALL_AT_ONCE) continue;
    yield await hashAll(some);
    some = [];
  }
  yield await hashAll(some);
}

/** Hashes files of a tree, a few at a time, in the order of their position. @throws the signal's reason */
export async function* hashFiles(
  treeId: number,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FileHash[], void, undefined> {
  const found = await lookUp(treeId, paths);
  yield paths.filter((path) => !found.has(path)).map((path) => ({ path, sha256: null }));
  const files = [...found.values()];
  const empty = createHash("sha256").digest("hex");
  yield files.filter((file) => !hasBytes(file)).map(({ path }) => ({ path, sha256: empty }));
  const inOrder = files.filter(hasBytes).sort(byPlace);
  yield* hashSmall(
    inOrder.filter((file) => !isLarge(file)),
    signal,
  );
  yield* hashLarge(inOrder.filter(isLarge), signal);
}
