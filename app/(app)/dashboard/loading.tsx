import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function DashboardLoading() {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {["one", "two", "three"].map((card) => (
          <Skeleton key={card} className="h-26.5 max-lg:last:col-span-2" />
        ))}
      </div>
      <TableSkeleton label="Loading recent projects..." rows={5} />
    </div>
  );
}
