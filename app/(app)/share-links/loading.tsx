import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function ShareLinksLoading() {
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Share Links"
        description="Links that open maps without an account"
        actions={<Skeleton className="h-9 w-28 pointer-coarse:h-11" />}
      />
      <div className="grid gap-4">
        <Skeleton className="h-9 w-full sm:max-w-96 pointer-coarse:h-11" />
        <TableSkeleton label="Loading links..." />
      </div>
    </div>
  );
}
