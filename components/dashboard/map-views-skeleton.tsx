import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Of what is drawn, so that nothing moves when it comes. */
export const CHART_HEIGHT = "h-60";

/** Of the card around it, so that what stands for the chart is as high. */
export const CHART_PADDING = "p-4 sm:p-5";

/** Holds the place of the bars alone. */
export function MapViewsBarsSkeleton() {
  return <Skeleton className="h-full w-full" />;
}

/** Holds the place of the chart, its heading included, until the numbers are there. */
export function MapViewsSkeleton() {
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <Skeleton className="my-0.5 h-5 w-28" />
        <Skeleton className="h-4 w-40" />
      </div>
      <Card className={CHART_PADDING}>
        <div className={CHART_HEIGHT}>
          <MapViewsBarsSkeleton />
        </div>
      </Card>
    </div>
  );
}
