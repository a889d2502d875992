import { extentOf, type Slice } from "./slice";
import type { BlobKey, ReadSizes } from "./store";

/** A larger slice is streamed instead of read into memory. Bytes. */
export const LARGE_SLICE_BYTES = 1024 * 1024;

/** Limits the memory of a group: a hostile archive may have a million slices at one place. */
const MOST_SLICES = 4_096;

export interface SliceGroup {
  first: number;
  slices: Slice[];
  /** The group is one slice that is too large to be read into memory. */
  isLarge: boolean;
  blobKey: BlobKey;
  /** The bytes of the blob to read; none when all slices are empty or the slice is large. */
  offset: number;
  length: number;
}

function begin(slice: Slice, first: number): SliceGroup {
  const isLarge = slice.storedSize > LARGE_SLICE_BYTES;
  const extent = isLarge || slice.storedSize === 0 ? { offset: slice.offset, length: 0 } : extentOf(slice);
  return { first, slices: [slice], isLarge, blobKey: slice.blobKey, ...extent };
}

/** Adds a slice to a group. @returns false, without a change, when it needs another read */
function add(group: SliceGroup, slice: Slice, { atOnce, gap }: ReadSizes): boolean {
  if (group.isLarge || slice.storedSize > LARGE_SLICE_BYTES || group.slices.length >= MOST_SLICES) return false;
  if (slice.storedSize > 0) {
    const extent = extentOf(slice);
    const end = Math.max(group.offset + group.length, extent.offset + extent.length);
    if (group.length === 0) Object.assign(group, { blobKey: slice.blobKey, ...extent });
    else if (slice.blobKey !== group.blobKey || extent.offset < group.offset) return false;
    else if (extent.offset > group.offset + group.length + gap || end - group.offset > atOnce) return false;
    else group.length = end - group.offset;
  }
  group.slices.push(slice);
  return true;
}

/** Groups adjacent or nearly adjacent slices into single reads. The slices should be in the order of their bytes. */
export function* groupAdjacent(slices: Iterable<Slice>, sizes: ReadSizes): Generator<SliceGroup, void, undefined> {
  let group: SliceGroup | null = null;
  let index = 0;
  for (const slice of slices) {
    if (group === null || !add(group, slice, sizes)) {
      if (group) yield group;
      group = begin(slice, index);
    }
    index += 1;
  }
  if (group) yield group;
}
