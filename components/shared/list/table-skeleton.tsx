import { Skeleton } from "@/components/ui/skeleton";

interface TableSkeletonProps {
  label?: string;
  rows?: number;
}

export function TableSkeleton({ label, rows = 8 }: TableSkeletonProps) {
  return (
    <div role={label ? "status" : undefined} className="@container overflow-hidden rounded-lg border bg-raised shadow-low">
      {label ? <span className="sr-only">{label}</span> : null}
      <div className="hidden h-10 border-b bg-surface @table:block" />
      <div className="divide-y">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          <div key={row} className="grid grid-cols-[1fr_auto] items-center gap-4 px-4 py-3.5 @table:grid-cols-[5fr_3fr_2fr_2fr_3fr]">
            <div className="grid gap-2">
              <Skeleton className="h-3.5 w-40 max-w-full" />
              <Skeleton className="h-3 w-64 max-w-full" />
            </div>
            <Skeleton className="hidden h-3.5 w-28 @table:block" />
            <Skeleton className="hidden h-3.5 w-20 @table:block" />
            <Skeleton className="hidden h-3.5 w-8 @table:block" />
            <Skeleton className="h-8 w-20 justify-self-end" />
          </div>
        ))}
      </div>
    </div>
  );
}
