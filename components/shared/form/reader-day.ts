/** Excludes years before 1000, which a date field reports while the user types the year. */
const DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;

/** Returns midnight of a day in the browser's time zone, or null for an invalid day. @param offset 0 for its start, 1 for its end */
export function midnightOf(day: string, offset: 0 | 1): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return null;
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).toISOString().startsWith(day);
  return isDay ? new Date(Number(year), Number(month) - 1, Number(date) + offset) : null;
}
