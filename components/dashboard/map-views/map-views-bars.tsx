"use client";

import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { formatLongDay, formatShortCount, formatShortDay, formatViews, type MapViewsProps, MapViewsTable } from "./map-views-table";

const ROUND_STEPS = [1, 2, 5, 10];
const MAX_STEPS = 4;

/** Returns up to five round, evenly spaced numbers from 0 to at least `highest`. */
export function countTicks(highest: number): number[] {
  const least = Math.max(1, highest / MAX_STEPS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND_STEPS.find((round) => round * power >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Returns days whose labels fit, counted back from the last: every day of a week, otherwise one of each week or of each third week. */
export function dayTicks(days: readonly string[]): string[] {
  const step = days.length <= 7 ? 1 : 7 * Math.ceil(days.length / 35);
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

const axisText = { fill: "var(--ink-muted)", fontSize: 12 };

const MIN_BAR_PX = 2;

export function MapViewsBars({ days }: MapViewsProps) {
  const ticks = countTicks(Math.max(0, ...days.map(({ count }) => count)));
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
          ticks={dayTicks(days.map(({ day }) => day))}
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
