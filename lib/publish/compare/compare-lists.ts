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
