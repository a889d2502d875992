import { TableSkeleton } from "@/components/shared/table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands while the first page of the trail is read. */
export default function AuditLogLoading() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-14 w-64" />
      <Skeleton className="h-15 w-full" />
      <TableSkeleton label="Loading events..." />
    </div>
  );
}
