import { formatDayAndTime, formatTime } from "./date-settings";

/** Formats a date as `Nov 20, 2026`, or `N/A`. @param value ISO 8601 @param timeZone see formatTime, as in all functions here */
export function formatDate(value: string | null | undefined, timeZone?: string): string {
  const date = new Date(value ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "N/A";
  return formatDayAndTime(date, {}, timeZone);
}

/** Returns the day as a number that grows by one each day. */
function calendarDay(date: Date, timeZone: string | undefined): number {
  const part = (name: "year" | "month" | "day") => Number(formatTime(date, { [name]: "numeric" }, timeZone));
  return Date.UTC(part("year"), part("month") - 1, part("day")) / 86_400_000;
}

/** Returns `Today`, `Yesterday`, a short date, or `N/A`. @param value ISO 8601 */
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
  const clock = formatTime(date, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, timeZone);
  const isToday = calendarDay(date, timeZone) === calendarDay(new Date(now), timeZone);
  return isToday ? clock : `${formatDate(date.toISOString(), timeZone)}, ${clock}`;
}

/** Formats a time as `Nov 20, 2026, 9:05 AM`, or `N/A`. @param value ISO 8601 */
export function formatModified(value: string, timeZone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "N/A";
  return formatDayAndTime(date, { hour: "numeric", minute: "2-digit" }, timeZone);
}
