import type { MapViewsDay } from "@/lib/projects/analytics/schema";
import { formatLongDay } from "./map-views-text";

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
