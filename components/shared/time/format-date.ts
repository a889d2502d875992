/** Formats a date as `Nov 20, 2026`, or `N/A`. @param value ISO 8601 @param timeZone default: the browser's */
export function formatDate(value: string | null | undefined, timeZone?: string): string {
  const date = new Date(value ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "N/A";
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone }).format(date);
}
