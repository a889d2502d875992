import { countOf } from "@/components/shared/count-of";

// The server counts views by UTC days. Another time zone would show the day before or after.
const shortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const shortCount = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

export function formatShortCount(value: number): string {
  return shortCount.format(value);
}

export function formatViews(value: number): string {
  return countOf(value, ["view", "views"]);
}

/** Formats a day as `Nov 20`. @param day in UTC, as `2026-11-20` */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(day));
}

/** Formats a day as `Fri, Nov 20, 2026`. @param day in UTC, as `2026-11-20` */
export function formatLongDay(day: string): string {
  return longDay.format(new Date(day));
}
