import { formatDayAndTime } from "./date-settings";

const steps = [
  { unit: "day", seconds: 24 * 60 * 60 },
  { unit: "hour", seconds: 60 * 60 },
  { unit: "minute", seconds: 60 },
] as const;

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** Returns `just now`, `5 minutes ago`, or `N/A`. @param value ISO 8601 @param now milliseconds since 1970 */
export function formatRelativeTime(value: string, now: number): string {
  const seconds = (now - Date.parse(value)) / 1_000;
  if (Number.isNaN(seconds)) return "N/A";
  const step = steps.find((candidate) => seconds >= candidate.seconds);
  return step ? relative.format(-Math.floor(seconds / step.seconds), step.unit) : "just now";
}

/** Formats a time as `Nov 20, 2026, 12:41:11 PM`, or `N/A`. @param value ISO 8601 @param timeZone see formatTime */
export function formatMoment(value: string, timeZone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "N/A";
  return formatDayAndTime(date, { hour: "numeric", minute: "2-digit", second: "2-digit" }, timeZone);
}
