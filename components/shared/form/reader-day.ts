/** A day as the browser's date field has it; while somebody types the year it is of the first millennium. */
const DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;

/**
 * Days in addresses and fields are the reader's own; which times those are only their browser can tell.
 * @param day `2026-11-20`
 * @param offset 1: midnight at its end
 * @returns midnight of a day in the reader's time zone, or null for what is no day
 */
export function midnightOf(day: string, offset: 0 | 1): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return null;
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).toISOString().startsWith(day);
  return isDay ? new Date(Number(year), Number(month) - 1, Number(date) + offset) : null;
}
