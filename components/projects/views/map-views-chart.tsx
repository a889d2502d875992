"use client";

import { ChartNoAxesColumn } from "lucide-react";
import dynamic from "next/dynamic";
import { useId } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { type MapViewsProps, MapViewsTable } from "./map-views-table";

// The chart library is as large as the rest of the page, and only superadmins need it. If it fails to load, a table replaces it.
const MapViewsBars = dynamic<MapViewsProps>(
  () =>
    import("./map-views-bars").then(
      ({ MapViewsBars }) => MapViewsBars,
      () => ScrolledTable,
    ),
  { ssr: false, loading: BarsSkeleton },
);

export function MapViewsChart({ days }: MapViewsProps) {
  const heading = useId();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3" aria-labelledby={heading}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="font-semibold">
          Map Views
        </h3>
        <p className="text-ink-muted">
          <span className="font-semibold text-ink tabular-nums">{total.toLocaleString("en-US")}</span> in the last {days.length} days
        </p>
      </div>
      {/* Clipped: a tooltip keeps its position when the window becomes narrower, and must not widen the page. */}
      <Card className="overflow-x-clip p-4 sm:p-5">
        <div className="relative h-60">{total > 0 ? <MapViewsBars days={days} /> : <NoViews days={days.length} />}</div>
      </Card>
    </section>
  );
}

function NoViews({ days }: { days: number }) {
  return (
    <EmptyState icon={ChartNoAxesColumn} title="No Map Views" className="h-full py-0">
      No maps were opened in the last {days} days.
    </EmptyState>
  );
}

function ScrolledTable({ days }: MapViewsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <div className="h-full overflow-y-auto" tabIndex={0}>
      <MapViewsTable days={days} />
    </div>
  );
}

function BarsSkeleton() {
  return <Skeleton className="h-full w-full" />;
}

/** As high as the chart with its heading. */
export function MapViewsSkeleton() {
  return <Skeleton className="h-77.5 sm:h-79.5" />;
}
