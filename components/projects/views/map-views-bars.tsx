"use client";

import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { formatLongDay, formatShortCount, formatShortDay, formatViews, type MapViewsProps, MapViewsTable } from "./map-views-table";

const axisText = { fill: "var(--ink-muted)", fontSize: 12 };

const MIN_BAR_PX = 2;

const MAX_TICKS = 5;

export function MapViewsBars({ days }: MapViewsProps) {
  const highest = Math.max(...days.map(({ count }) => count));
  return (
    <>
      <BarChart
        responsive
        data={[...days]}
        style={{ width: "100%", height: "100%" }}
        margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        aria-label="Map views per day. Use the arrow keys to move between days."
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          interval="equidistantPreserveEnd"
          minTickGap={24}
          tickFormatter={formatShortDay}
          tick={axisText}
          tickLine={false}
          tickMargin={8}
          axisLine={{ stroke: "var(--line-strong)" }}
        />
        <YAxis
          width={44}
          tickCount={Math.min(highest + 1, MAX_TICKS)}
          allowDecimals={false}
          tickFormatter={formatShortCount}
          tick={axisText}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip content={DayTip} position={{ y: 0 }} cursor={{ fill: "var(--line)", fillOpacity: 0.6 }} isAnimationActive={false} />
        <Bar
          dataKey="count"
          fill="var(--accent)"
          radius={[3, 3, 0, 0]}
          maxBarSize={32}
          minPointSize={(value) => (Number(value) > 0 ? MIN_BAR_PX : 0)}
          isAnimationActive={false}
        />
      </BarChart>
      <div className="sr-only">
        <MapViewsTable days={days} />
      </div>
    </>
  );
}

function DayTip({ active, label, payload }: TooltipContentProps) {
  if (!active || label === undefined) return null;
  return (
    <div role="status" className="rounded-md border border-line-strong bg-raised px-3 py-2 shadow-pop">
      <p className="text-ink-muted text-sm">{formatLongDay(String(label))}</p>
      <p className="font-semibold tabular-nums">{formatViews(Number(payload[0]?.value ?? 0))}</p>
    </div>
  );
}
