/** Two times. Milliseconds since 1970. */
export type TimeRange = readonly [first: number, last: number];

/** A side of chosen times that is infinite has no limit: statistics may be of a sample. */
export const ALL_TIMES: TimeRange = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
/** Part of all times that plays, if none is chosen. */
const WINDOW = 0.1;

/** Returns the range of all given ranges, or null if there is no second time. */
export function rangeOf(ranges: readonly (TimeRange | undefined)[]): TimeRange | null {
  const known = ranges.filter((range) => range !== undefined);
  const [first, last] = [Math.min(...known.map(([each]) => each)), Math.max(...known.map(([, each]) => each))];
  return first < last ? [first, last] : null;
}

/** Returns chosen times as handles show them, within the range. */
export function limitTo([first, last]: TimeRange, [from, to]: TimeRange): TimeRange {
  const limit = (time: number) => Math.min(last, Math.max(first, time));
  return [limit(from), limit(to)];
}

/** Returns the chosen times after their handles were moved. Handles at the ends set no limit. */
export function chooseTimes([first, last]: TimeRange, [from, to]: TimeRange): TimeRange {
  return [from > first ? from : ALL_TIMES[0], to < last ? to : ALL_TIMES[1]];
}

/** Returns where playing begins: at the shown times, or at the beginning if they are all or the last. */
export function firstWindow([first, last]: TimeRange, [from, to]: TimeRange): TimeRange {
  if (to < last) return [from, to];
  return [first, first + (from > first ? to - from : (last - first) * WINDOW)];
}
