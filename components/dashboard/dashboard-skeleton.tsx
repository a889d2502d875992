import { TableSkeleton } from "@/components/shared/table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** Holds the place of a dashboard that is on its way. @param cards how many figures it will have */
export function DashboardSkeleton({ cards }: { cards: 2 | 3 }) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className={cards === 3 ? "grid gap-4 sm:grid-cols-2 lg:grid-cols-3" : "grid gap-4 sm:grid-cols-2"}>
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
          <Skeleton key={card} className="h-23.5" />
        ))}
      </div>
      <TableSkeleton label="Loading recent projects..." rows={5} />
    </div>
  );
}
