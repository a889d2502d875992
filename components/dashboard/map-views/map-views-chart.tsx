"use client";

import { ChartNoAxesColumn } from "lucide-react";
import dynamic from "next/dynamic";
import { useId } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { CHART_HEIGHT, CHART_PADDING, MapViewsBarsSkeleton } from "../map-views-skeleton";
import { type MapViewsProps, MapViewsTable } from "./map-views-table";
import { formatCount } from "./map-views-text";

// The chart library is as large as the rest of the page, and nobody else needs it. Should it not arrive, the numbers stand by themselves.
const MapViewsBars = dynamic<MapViewsProps>(
  () =>
    import("../map-views-bars").then(
      ({ MapViewsBars }) => MapViewsBars,
      () => ScrolledTable,
    ),
  { ssr: false, loading: MapViewsBarsSkeleton },
);

/** How many times maps were opened, on each of the last days and in all. */
export function MapViewsChart({ days }: MapViewsProps) {
  const heading = useId();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3" aria-labelledby={heading}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="font-semibold text-lg">
          Map Views
        </h2>
        <p className="text-ink-muted">
          <span className="font-semibold text-ink tabular-nums">{formatCount(total)}</span> in the last {days.length} days
        </p>
      </div>
      {/* The tip of a bar stays where it was while the window becomes narrower, and must not make the page wider. */}
      <Card className={classNames("overflow-x-clip", CHART_PADDING)}>
        <div className={classNames("relative", CHART_HEIGHT)}>
          {total > 0 ? <MapViewsBars days={days} /> : <NoViews days={days.length} />}
        </div>
      </Card>
    </section>
  );
}

function NoViews({ days }: { days: number }) {
  return (
    <EmptyState icon={ChartNoAxesColumn} title="No Map Views" className="h-full py-0">
      Nobody has opened a map in the last {days} days. As soon as somebody does, it shows here.
    </EmptyState>
  );
}

/** The numbers as they are, in the place of the bars. */
function ScrolledTable({ days }: MapViewsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <div className="h-full overflow-y-auto" tabIndex={0}>
      <MapViewsTable days={days} />
    </div>
  );
}
