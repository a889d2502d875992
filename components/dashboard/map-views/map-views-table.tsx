import type { MapViewsDay } from "@/lib/projects/stats/schema";
import { formatCount, formatLongDay } from "./map-views-text";

export interface MapViewsProps {
  /** Oldest first, one after the other. */
  days: readonly MapViewsDay[];
}

/** The numbers that the chart draws. */
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
            <td className="tabular-nums">{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
