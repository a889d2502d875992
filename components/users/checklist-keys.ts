/** Where a key leads in a list that one moves in with the keyboard. */
interface Place {
  /** Row that the keyboard is on. */
  active: number;
  /** Rows that there are. */
  count: number;
  /** Rows that can be seen at once. */
  page: number;
}

/** @returns the row that the key leads to; undefined when it is no key to move with, or there are no rows */
export function rowOfKey(key: string, { active, count, page }: Place): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const row = steps[key];
  return row === undefined || count === 0 ? undefined : Math.min(Math.max(row, 0), count - 1);
}
