import { NumberTable } from "./number-table";

export type Overlap = readonly [first: number, second: number];

/** The byte ranges of all entries, which must not overlap. Most archives list their entries front to back, so sorting is rare. */
export class Extents {
  private readonly ranges = new NumberTable(["start", "end"]);
  private isSorted = true;
  private furthest = 0;

  get end(): number {
    return this.furthest;
  }

  /** Adds a range. Returns the previous entry when the two overlap, else null; {@link find} finds the other overlaps. */
  add(start: number, end: number): number | null {
    const previous = this.ranges.length - 1;
    this.ranges.add({ start, end });
    this.furthest = Math.max(this.furthest, end);
    if (previous < 0) return null;
    const previousStart = this.ranges.get(previous, "start");
    if (start < previousStart) this.isSorted = false;
    return start < this.ranges.get(previous, "end") && end > previousStart ? previous : null;
  }

  find(): Overlap | null {
    // Each range was compared with the one before it, which is enough when they are sorted.
    if (this.isSorted) return null;
    const { ranges } = this;
    const order = ranges.sortedBy("start");
    for (let index = 1; index < order.length; index += 1) {
      const before = order[index - 1] ?? 0;
      const after = order[index] ?? 0;
      if (ranges.get(after, "start") < ranges.get(before, "end")) return before < after ? [before, after] : [after, before];
    }
    return null;
  }
}
