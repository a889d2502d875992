import { extentOf, type Slice } from "./slice";
import type { BlobKey, ReadSizes } from "./store";

/** Beyond this a slice is better streamed than read at once. */
export const LARGE_SLICE_BYTES = 1024 * 1024;

/** What is kept of the slices of a run must not grow with how many there are: a hostile archive has a million at one place. */
const MOST_SLICES = 4_096;

/** Slices that are read together, in the order in which they were given. */
export interface Run {
  /** Where its first slice stands among all that were given. */
  first: number;
  slices: Slice[];
  /** Its one slice is too large to be read at once. */
  isLarge: boolean;
  blobKey: BlobKey;
  /** Bytes of the blob that all of them lie in; of none where all of them are empty. */
  offset: number;
  length: number;
}

function begin(slice: Slice, first: number): Run {
  const isLarge = slice.storedSize > LARGE_SLICE_BYTES;
  const extent = isLarge || slice.storedSize === 0 ? { offset: slice.offset, length: 0 } : extentOf(slice);
  return { first, slices: [slice], isLarge, blobKey: slice.blobKey, ...extent };
}

/** Takes a slice into a run. @returns false, with the run as it was, when it has to be read by another */
function join(run: Run, slice: Slice, { atOnce, gap }: ReadSizes): boolean {
  if (run.isLarge || slice.storedSize > LARGE_SLICE_BYTES || run.slices.length >= MOST_SLICES) return false;
  if (slice.storedSize > 0) {
    const extent = extentOf(slice);
    const end = Math.max(run.offset + run.length, extent.offset + extent.length);
    if (run.length === 0) Object.assign(run, { blobKey: slice.blobKey, ...extent });
    else if (slice.blobKey !== run.blobKey || extent.offset < run.offset || extent.offset > run.offset + run.length + gap) return false;
    else if (end - run.offset > atOnce) return false;
    else run.length = end - run.offset;
  }
  run.slices.push(slice);
  return true;
}

/**
 * Plans how slices are read: those that lie side by side in their blob, or nearly so, by one read. Only neighbours in the given
 * order are looked at, so it should be that of their bytes. An empty slice is read by nobody.
 */
export function* planRuns(slices: Iterable<Slice>, sizes: ReadSizes): Generator<Run, void, undefined> {
  let run: Run | null = null;
  let index = 0;
  for (const slice of slices) {
    if (run === null || !join(run, slice, sizes)) {
      if (run) yield run;
      run = begin(slice, index);
    }
    index += 1;
  }
  if (run) yield run;
}
