import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function GroupsLoading() {
  return (
    <div className="grid gap-5">
      <PageHeader title="Groups" actions={<Skeleton className="h-9 w-64 pointer-coarse:h-11" />} />
      <div className="grid gap-4">
        <Skeleton className="h-9 w-full sm:max-w-80 pointer-coarse:h-11" />
        <TableSkeleton label="Loading groups..." />
      </div>
    </div>
  );
}
