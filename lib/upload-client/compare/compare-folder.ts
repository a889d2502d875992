import pLimit from "p-limit";
import { convertedPath } from "../../data-maps/formats/converted-file";
import { formatOfName, MAP_FILE, PAGE_FILE } from "../../data-maps/values";
import type { LocalFile } from "../send/byte-source";
import { hashFile } from "./hash-file";
import { type ComparedProject, CompareError, type PublishedVersion, readHashes, readVersion } from "./version-calls";

export interface FileNames {
  /** Unique paths in the map, in NFC. */
  paths: string[];
  sizes: number[];
}

interface ComparedFolder {
  /** `makesMap`: it has no index.html, and Sea-Vision makes a map of its data. */
  list(): Promise<FileNames & { makesMap: boolean }>;
  files(indexes: number[]): Promise<LocalFile[]>;
  /** Remembers hashes by `LocalFile.state` and by the names of stored contents. */
  known?: KnownHashes;
}

export interface KnownHashes {
  get(name: string): string | undefined;
  set(name: string, sha256: string): unknown;
}

/** Refers to files of the folder by index. */
export interface FolderDifference {
  /** `baseVersion` of the upload. Null when the project has no map. */
  version: string | null;
  added: number[];
  changed: number[];
  removed: string[];
  sameCount: number;
}

export interface CompareProgress {
  hashedBytes: number;
  /** Bytes of all files with the path and size of a published file. */
  bytesToHash: number;
}

/** Concurrent batches: the server can read one while the client hashes another. */
const LANES = 2;
const READERS = 8;
const PROGRESS_MS = 100;

/** Compares a folder with the current map of a project: by path and size, then by SHA-256. @throws CompareError */
export async function compareFolder(
  project: ComparedProject,
  folder: ComparedFolder,
  onProgress: (progress: CompareProgress) => void,
): Promise<FolderDifference> {
  const known = folder.known ?? new Map<string, string>();
  const [published, { paths, sizes, makesMap }] = await Promise.all([readVersion(project), folder.list()]);
  const isDataMap = published.sizes.has(PAGE_FILE) && published.sizes.has(MAP_FILE);
  const { candidates, ...lists } = compareLists(paths, sizes, published.sizes);
  const pathOf = (index: number) => paths[index] ?? "";
  const addHashed = progressMeter(candidates, sizes, onProgress);
  const different: number[] = [];
  const batches = batchesOf(candidates, sizes);
  const lane = async () => {
    for (const batch of batches) {
      const [files, theirs] = await Promise.all([
        folder.files(batch).then((files) => hashFiles(files, batch.map(pathOf), { known, onBytes: addHashed })),
        readStored(project, published, batch.map(pathOf), known),
      ]);
      for (const [place, index] of batch.entries()) if (files[place] !== theirs.get(pathOf(index))) different.push(index);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    version: published.version,
    added: lists.added,
    changed: [...lists.changed, ...different].sort((one, other) => one - other),
    removed: makesMap && isDataMap ? withoutMadeFiles(lists.removed, paths) : lists.removed,
    sameCount: lists.sameCount + candidates.length - different.length,
  };
}

/** Returns the removed files without those that Sea-Vision made for a data map. @param paths of the folder */
function withoutMadeFiles(removed: readonly string[], paths: readonly string[]): string[] {
  const converted = paths.filter((path) => formatOfName(path) !== null).map(convertedPath);
  const made = [PAGE_FILE, MAP_FILE, ...converted];
  return removed.filter((path) => !made.some((one) => path === one || path.startsWith(`${one}/`)));
}

function progressMeter(candidates: readonly number[], sizes: readonly number[], onProgress: (progress: CompareProgress) => void) {
  const bytesToHash = candidates.reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
  let hashedBytes = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const add = (count: number) => {
    hashedBytes += count;
    const now = performance.now();
    if (now - reportedAt < PROGRESS_MS && hashedBytes < bytesToHash) return;
    reportedAt = now;
    onProgress({ hashedBytes, bytesToHash });
  };
  add(0);
  return add;
}

/** Returns the hashes of published files by path, and asks the server only for unknown ones. */
async function readStored(project: ComparedProject, { version, contents }: PublishedVersion, paths: readonly string[], known: KnownHashes) {
  const stored = new Map<string, string | null | undefined>(paths.map((path) => [path, known.get(contents.get(path) ?? "")]));
  const unknown = paths.filter((path) => stored.get(path) === undefined);
  for (const [path, sha256] of await readHashes(project, version, unknown)) {
    stored.set(path, sha256);
    const content = contents.get(path);
    if (sha256 !== null && content !== undefined) known.set(content, sha256);
  }
  return stored;
}

function hashFiles(
  files: readonly LocalFile[],
  paths: readonly string[],
  { known, onBytes }: { known: KnownHashes; onBytes: (count: number) => void },
): Promise<string[]> {
  const limit = pLimit(READERS);
  const hash = async (file: LocalFile, place: number) => {
    const before = file.state && known.get(file.state);
    if (before) {
      onBytes(file.size);
      return before;
    }
    const sha256 = await limit(() => hashFile(file, onBytes)).catch(() => {
      throw new CompareError(`${paths[place]} cannot be read. It was changed, moved or deleted. Please choose the folder again.`);
    });
    if (file.state) known.set(file.state, sha256);
    return sha256;
  };
  return Promise.all(files.map(hash));
}

/** Refers to files of the folder by index. */
interface ListComparison {
  added: number[];
  changed: number[];
  /** Files with equal path and size, whose contents need a comparison. */
  candidates: number[];
  sameCount: number;
  removed: string[];
}

/** Compares paths and sizes. @param published sizes of the map's files by path. The function empties it. */
export function compareLists(paths: readonly string[], sizes: readonly number[], published: Map<string, number>): ListComparison {
  const comparison: ListComparison = { added: [], changed: [], candidates: [], sameCount: 0, removed: [] };
  for (const [index, path] of paths.entries()) {
    const size = sizes[index] ?? 0;
    const before = published.get(path);
    published.delete(path);
    if (before === undefined) comparison.added.push(index);
    else if (before !== size) comparison.changed.push(index);
    else if (size === 0) comparison.sameCount += 1;
    else comparison.candidates.push(index);
  }
  comparison.removed = Array.from(published.keys());
  return comparison;
}

const BATCH_FILES = 1_000;
const BATCH_BYTES = 64 * 1024 * 1024;

/** Splits candidates by count and by bytes. A larger file is a batch of its own. */
export function* batchesOf(candidates: readonly number[], sizes: readonly number[]): Generator<number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const index of candidates) {
    const size = sizes[index] ?? 0;
    if (batch.length > 0 && (batch.length === BATCH_FILES || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(index);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
