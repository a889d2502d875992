/**
 * US English, as short month, day and year: `Nov 20, 2026` (spec 000 §9, 001 §9).
 * @param value ISO 8601
 * @param timeZone the reader's own unless given
 * @returns `N/A` when the value is missing or no date
 */
export function formatDate(value: string | null | undefined, timeZone?: string): string {
  const date = new Date(value ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "N/A";
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone }).format(date);
}
