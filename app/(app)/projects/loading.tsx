import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function ProjectsLoading() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-9 w-full max-w-80" />
      <TableSkeleton label="Loading projects..." />
    </div>
  );
}
