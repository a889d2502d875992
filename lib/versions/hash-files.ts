import { createHash } from "node:crypto";
import { blobStore } from "../blobs/open";
import { openInflated, readInflated, type Slice, SliceDamagedError } from "../blobs/slice";
import { BlobMissingError } from "../blobs/store";
import { logger } from "../logger";
import { findEntries } from "../trees/data";

/** A file, and the SHA-256 of its bytes in lower-case hex; null for one that is not there, or cannot be read. */
export interface FileHash {
  path: string;
  sha256: string | null;
}

/** Paths of one round trip. */
const LOOKED_UP_AT_ONCE = 500;
/** Files that are read at the same time: the disk is at work while the processor is. */
const LANES = 4;
/** Up to here a file is read in one piece. */
const IN_MEMORY_BYTES = 1024 * 1024;

interface Found {
  path: string;
  size: number;
  /** Null for an empty file that has no blob. */
  slice: Slice | null;
}

/** In the order of their bytes: a disk that turns reads them in one go. */
function byPlace(a: Found, b: Found): number {
  const [first, second] = [a.slice?.blobKey ?? "", b.slice?.blobKey ?? ""];
  if (first !== second) return first < second ? -1 : 1;
  return (a.slice?.offset ?? 0) - (b.slice?.offset ?? 0);
}

async function lookUp(treeId: number, paths: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  // PostgreSQL takes no NUL, and no file has one in its name.
  const possible = paths.filter((path) => !path.includes("\0"));
  for (let from = 0; from < possible.length; from += LOOKED_UP_AT_ONCE) {
    const some = possible.slice(from, from + LOOKED_UP_AT_ONCE);
    const entries = await findEntries(some.map((path) => ({ root: { treeId }, path: path.normalize("NFC").split("/") })));
    for (const [index, entry] of entries.entries()) {
      const path = some[index] ?? "";
      if (entry?.kind === "file") found.set(path, { path, size: entry.size, slice: entry.slice });
    }
  }
  return found;
}

async function digest({ size, slice }: Found, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  if (slice === null) return hash.digest("hex");
  if (Math.max(size, slice.storedSize) <= IN_MEMORY_BYTES) return hash.update(await readInflated(blobStore(), slice, signal)).digest("hex");
  const bytes: AsyncIterable<Buffer> = await openInflated(blobStore(), slice, undefined, signal);
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

/** A file whose bytes are damaged or gone is as good as none: whoever compares brings it anew. */
async function hashFile(file: Found, signal: AbortSignal): Promise<FileHash> {
  try {
    return { path: file.path, sha256: await digest(file, signal) };
  } catch (error) {
    if (!(error instanceof SliceDamagedError || error instanceof BlobMissingError)) throw error;
    logger.warn({ err: error, path: file.path }, "file cannot be read");
    return { path: file.path, sha256: null };
  }
}

/**
 * Hashes files of a tree, a few at a time, in the order of their bytes rather than of the paths.
 * @throws the signal's reason
 */
export async function* hashFiles(
  treeId: number,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FileHash[], void, undefined> {
  const found = await lookUp(treeId, paths);
  yield paths.filter((path) => !found.has(path)).map((path) => ({ path, sha256: null }));
  const inOrder = [...found.values()].sort(byPlace);
  for (let from = 0; from < inOrder.length; from += LANES) {
    signal.throwIfAborted();
    yield await Promise.all(inOrder.slice(from, from + LANES).map((file) => hashFile(file, signal)));
  }
}
