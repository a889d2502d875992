const format: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", year: "numeric", hour: "numeric", minute: "2-digit" };

let local: Intl.DateTimeFormat | undefined;

/** Formats a time as `Nov 20, 2026, 9:05 AM`, or `N/A`. @param value ISO 8601 @param timeZone default: the browser's */
export function formatModified(value: string, timeZone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "N/A";
  if (timeZone) return new Intl.DateTimeFormat("en-US", { ...format, timeZone }).format(date);
  local ??= new Intl.DateTimeFormat("en-US", format);
  return local.format(date);
}
