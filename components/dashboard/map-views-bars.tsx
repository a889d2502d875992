"use client";

import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { type MapViewsProps, MapViewsTable } from "./map-views/map-views-table";
import { formatLongDay, formatShortCount, formatShortDay, formatViews } from "./map-views/map-views-text";
import { countTicks, weeklyTicks } from "./map-views-ticks";

const axisText = { fill: "var(--ink-muted)", fontSize: 12 };

/** A day on which a map was opened is never drawn as one without, however high the others are. */
const LEAST_BAR_PX = 2;

/** A bar for each day, and the numbers for screen readers. Apart from the chart's frame, since it brings the chart library along. */
export function MapViewsBars({ days }: MapViewsProps) {
  return (
    <>
      <Bars days={days} />
      <div className="sr-only">
        <MapViewsTable days={days} />
      </div>
    </>
  );
}

/** Pointed at, or walked along with the arrow keys, each bar says its day and its number. Nothing moves by itself. */
function Bars({ days }: MapViewsProps) {
  const ticks = countTicks(Math.max(0, ...days.map(({ count }) => count)));
  return (
    <BarChart
      responsive
      data={[...days]}
      style={{ width: "100%", height: "100%" }}
      margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      aria-label="Map views per day; the arrow keys lead from day to day"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="day"
        ticks={weeklyTicks(days.map(({ day }) => day))}
        interval={0}
        tickFormatter={formatShortDay}
        tick={axisText}
        tickLine={false}
        tickMargin={8}
        axisLine={{ stroke: "var(--line-strong)" }}
      />
      <YAxis
        width={44}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 1]}
        interval={0}
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
        minPointSize={(value) => (Number(value) > 0 ? LEAST_BAR_PX : 0)}
        isAnimationActive={false}
      />
    </BarChart>
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
