/** How the files of a folder stand to those of a map, as far as paths and sizes tell. Files of the folder are given by their index. */
export interface ListComparison {
  /** Only in the folder. */
  added: number[];
  /** In both, of different sizes. */
  changed: number[];
  /** In both, of one size: their content has to be looked at. */
  candidates: number[];
  /** In both and empty. */
  sameCount: number;
  /** Paths that only the map has. */
  removed: string[];
}

/**
 * @param paths of the folder's files, in NFC; null for one that is left out
 * @param sizes of the same files, in bytes
 * @param published sizes of the map's files by their paths; taken apart in the process
 */
export function compareLists(paths: readonly (string | null)[], sizes: readonly number[], published: Map<string, number>): ListComparison {
  const comparison: ListComparison = { added: [], changed: [], candidates: [], sameCount: 0, removed: [] };
  for (const [index, path] of paths.entries()) {
    if (path === null) continue;
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

/** What is looked at together: few enough to be called off at any time, many enough that the calls do not count. */
const BATCH_FILES = 1_000;
const BATCH_BYTES = 64 * 1024 * 1024;

/** Splits candidates by count and by bytes; a file that is larger than that is a batch of its own. */
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
