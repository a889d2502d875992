import { countOf } from "@/components/shared/count-of";
import type { MapViewsDay } from "@/lib/projects/analytics/schema";

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

export interface MapViewsProps {
  days: readonly MapViewsDay[];
}

export function MapViewsTable({ days }: MapViewsProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Map views per day (UTC)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Views</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, count }) => (
          <tr key={day}>
            <th scope="row" className="font-normal">
              {formatLongDay(day)}
            </th>
            <td className="tabular-nums">{count.toLocaleString("en-US")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
