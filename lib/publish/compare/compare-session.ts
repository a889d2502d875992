import type { LocalFile } from "../local-file";
import { CompareError } from "./compare-error";
import { batchesOf, compareLists } from "./compare-lists";
import { type ComparisonMessage, NAMES_PER_MESSAGE } from "./compare-messages";
import { hashFile } from "./hash-file";
import { LocalPaths } from "./local-paths";
import { type ComparedProject, readHashes, readVersion } from "./version-calls";

/** The folder, as the comparison asks for it: in a browser the page has it, and a worker compares. */
export interface FolderAccess {
  fileCount: number;
  /** Paths and sizes of the files from there on, as many as one message takes. */
  list(from: number): Promise<{ paths: string[]; sizes: number[] }>;
  files(indexes: number[]): Promise<LocalFile[]>;
}

/** Batches under way at a time: while this side hashes one, the server can be at another. */
const LANES = 2;
/** Small files that are read at a time; reading waits, and hashing does not. */
const READERS = 8;
const PROGRESS_MS = 100;

/** Compares a folder with the map that a project shows now, and tells how it goes and what came of it. @throws CompareError */
export async function runComparison(
  project: ComparedProject,
  folder: FolderAccess,
  tell: (message: ComparisonMessage) => void,
): Promise<void> {
  const [published, { paths, sizes }] = await Promise.all([readVersion(project), readFolder(folder)]);
  const lists = compareLists(paths, sizes, published.sizes);
  const pathOf = (index: number) => paths[index] ?? "";
  const tellProgress = progressOf(lists.candidates, sizes, tell);
  const changed = [...lists.changed];
  const batches = batchesOf(lists.candidates, sizes);
  const lane = async () => {
    for (const batch of batches) {
      const [files, theirs] = await Promise.all([
        folder.files(batch).then((files) => hashFiles(files, batch.map(pathOf), tellProgress)),
        readHashes(project, published.version, batch.map(pathOf)),
      ]);
      for (const [place, index] of batch.entries()) if (files[place] !== theirs.get(pathOf(index))) changed.push(index);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  changed.sort((one, other) => one - other);
  for (const indexes of partsOf(lists.added)) tell({ kind: "added", indexes, paths: indexes.map(pathOf) });
  for (const indexes of partsOf(changed)) tell({ kind: "changed", indexes, paths: indexes.map(pathOf) });
  for (const removed of partsOf(lists.removed)) tell({ kind: "removed", paths: removed });
  const sameCount = lists.sameCount + lists.candidates.length - (changed.length - lists.changed.length);
  tell({ kind: "compared", version: published.version, sameCount });
}

function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += NAMES_PER_MESSAGE) yield items.slice(from, from + NAMES_PER_MESSAGE);
}

async function readFolder(folder: FolderAccess): Promise<{ paths: (string | null)[]; sizes: number[] }> {
  const places = new LocalPaths();
  const sizes: number[] = [];
  while (sizes.length < folder.fileCount) {
    const listed = await folder.list(sizes.length);
    for (const path of listed.paths) places.add(path);
    for (const size of listed.sizes) sizes.push(size);
  }
  return { paths: places.finish(), sizes };
}

/** Adds up what is hashed, and tells of it from time to time. */
function progressOf(candidates: readonly number[], sizes: readonly number[], tell: (message: ComparisonMessage) => void) {
  const bytesToHash = candidates.reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
  let hashedBytes = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const add = (count: number) => {
    hashedBytes += count;
    const now = performance.now();
    if (now - toldAt < PROGRESS_MS && hashedBytes < bytesToHash) return;
    toldAt = now;
    tell({ kind: "progress", hashedBytes, bytesToHash });
  };
  add(0);
  return add;
}

async function hashFiles(files: readonly LocalFile[], paths: readonly string[], onBytes: (count: number) => void): Promise<string[]> {
  const hashes: string[] = [];
  const queue = files.entries();
  const reader = async () => {
    for (const [place, file] of queue) {
      hashes[place] = await hashFile(file, onBytes).catch(() => {
        throw new CompareError(`${paths[place]} cannot be read. It was changed, moved or deleted. Please choose the folder again.`);
      });
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return hashes;
}
