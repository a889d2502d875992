/** First and last time. Milliseconds since 1970. */
export type TimeRange = readonly [first: number, last: number];

/** Places of a handle. */
export const STEPS = 1000;
/** Part of all times that plays, if none is chosen. */
const WINDOW = STEPS / 10;

/** Where the handles are, from 0 to {@link STEPS}. */
export type Positions = readonly [from: number, to: number];
export const WHOLE: Positions = [0, STEPS];

/** Returns the time at a position. */
export const timeAt = (position: number, [first, last]: TimeRange) => Math.round(first + (position / STEPS) * (last - first));

/** Returns the chosen times. A handle at its end leaves its side open: statistics may be of a sample. */
export function chosenTimes([from, to]: Positions, range: TimeRange): readonly [number | null, number | null] {
  return [from > 0 ? timeAt(from, range) : null, to < STEPS ? timeAt(to, range) : null];
}

/** Returns the range of all given ranges, or null if there is no second time. */
export function rangeOf(ranges: readonly (TimeRange | undefined)[]): TimeRange | null {
  const known = ranges.filter((range) => range !== undefined);
  const [first, last] = [Math.min(...known.map(([each]) => each)), Math.max(...known.map(([, each]) => each))];
  return first < last ? [first, last] : null;
}

/** Returns the positions of a handle that was moved. It pushes the other one. */
export function moveHandle([from, to]: Positions, handle: "from" | "to", position: number): Positions {
  return handle === "from" ? [position, Math.max(to, position)] : [Math.min(from, position), position];
}

/** Returns where playing begins: at the chosen times, or at the beginning if they are all or the last. */
export function firstWindow([from, to]: Positions): Positions {
  if (to < STEPS) return [from, to];
  return [0, from > 0 ? to - from : WINDOW];
}

/** Returns the positions of times in another range. Handles at the ends stay there. */
export function keepTimes([from, to]: Positions, before: TimeRange, after: TimeRange): Positions {
  const place = (position: number) => {
    const share = (timeAt(position, before) - after[0]) / (after[1] - after[0]);
    return Math.min(STEPS, Math.max(0, share * STEPS));
  };
  return [from > 0 ? place(from) : 0, to < STEPS ? place(to) : STEPS];
}
