const count = new Intl.NumberFormat("en-US");
const shortCount = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
// A day is one in UTC; a reader's own time zone would show the one before or after.
const shortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

/** `1,000,000` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** For the scale: `1M` */
export function formatShortCount(value: number): string {
  return shortCount.format(value);
}

/** `1 view`, `1,200 views` */
export function formatViews(value: number): string {
  return `${formatCount(value)} ${value === 1 ? "view" : "views"}`;
}

/** `Nov 20`. @param day in UTC, as `2026-11-20` */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(day));
}

/** `Fri, Nov 20, 2026`. @param day in UTC, as `2026-11-20` */
export function formatLongDay(day: string): string {
  return longDay.format(new Date(day));
}
