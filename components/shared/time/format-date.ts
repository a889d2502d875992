/** Formats a date as `Nov 20, 2026`, or `N/A`. @param value ISO 8601 @param timeZone default: the browser's */
export function formatDate(value: string | null | undefined, timeZone?: string): string {
  const date = new Date(value ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "N/A";
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone }).format(date);
}

function calendarDay(date: Date, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "numeric", day: "numeric", timeZone }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day")) / 86_400_000;
}

/** Returns `Today`, `Yesterday`, a short date, or `N/A`. @param value ISO 8601 @param timeZone default: the browser's */
export function formatDay(value: string | null | undefined, now: Date, timeZone?: string): string {
  const date = new Date(value ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "N/A";
  const age = calendarDay(now, timeZone) - calendarDay(date, timeZone);
  if (age === 0) return "Today";
  return age === 1 ? "Yesterday" : formatDate(value, timeZone);
}

/** Formats a time of today as `14:32`, and another one as `Nov 20, 2026, 14:32`. @param time, now milliseconds since 1970 */
export function formatMoment(time: number, now: number, timeZone?: string): string {
  const date = new Date(time);
  const clock = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(date);
  const isToday = calendarDay(date, timeZone) === calendarDay(new Date(now), timeZone);
  return isToday ? clock : `${formatDate(date.toISOString(), timeZone)}, ${clock}`;
}

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
