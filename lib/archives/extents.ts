const FIRST_CAPACITY = 1024;

/** Two entries, by their number in the order of adding, that share bytes. */
export type Overlap = readonly [first: number, second: number];

/**
 * Runs of bytes that must not overlap. Two numbers an entry, whatever the archive's size.
 * Archives are written front to back, so sorting is rarely needed.
 */
export class Extents {
  private starts = new Float64Array(FIRST_CAPACITY);
  private ends = new Float64Array(FIRST_CAPACITY);
  private count = 0;
  private isSorted = true;
  private furthest = 0;

  /** Where the last one ends. */
  get end(): number {
    return this.furthest;
  }

  /** @returns the number of the entry before when the two overlap, else null; what lies further apart is found by {@link find}. */
  add(start: number, end: number): number | null {
    if (this.count === this.starts.length) this.grow();
    const previous = this.count - 1;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
    this.furthest = Math.max(this.furthest, end);
    if (previous < 0) return null;
    const previousStart = this.starts[previous] ?? 0;
    const previousEnd = this.ends[previous] ?? 0;
    if (start < previousStart) this.isSorted = false;
    return start < previousEnd && end > previousStart ? previous : null;
  }

  find(): Overlap | null {
    // Each one was compared with the one before it, so in sorted runs nothing is left to find.
    if (this.isSorted) return null;
    const { starts, ends } = this;
    const order = new Uint32Array(this.count).map((_, index) => index);
    order.sort((left, right) => (starts[left] ?? 0) - (starts[right] ?? 0));
    for (let index = 1; index < order.length; index += 1) {
      const before = order[index - 1] ?? 0;
      const after = order[index] ?? 0;
      if ((starts[after] ?? 0) < (ends[before] ?? 0)) return before < after ? [before, after] : [after, before];
    }
    return null;
  }

  private grow(): void {
    const larger = (array: Float64Array) => {
      const copy = new Float64Array(array.length * 2);
      copy.set(array);
      return copy;
    };
    this.starts = larger(this.starts);
    this.ends = larger(this.ends);
  }
}
