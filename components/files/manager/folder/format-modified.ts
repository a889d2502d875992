const format: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", year: "numeric", hour: "numeric", minute: "2-digit" };

/** Making one takes far longer than using it, and a folder has many rows. */
let local: Intl.DateTimeFormat | undefined;

/**
 * When a file was changed: `Nov 20, 2026, 9:05 AM` (spec 001 §9).
 * @param value ISO 8601
 * @param timeZone the reader's own unless given
 * @returns `N/A` of what is no date
 */
export function formatModified(value: string, timeZone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "N/A";
  if (timeZone) return new Intl.DateTimeFormat("en-US", { ...format, timeZone }).format(date);
  local ??= new Intl.DateTimeFormat("en-US", format);
  return local.format(date);
}
