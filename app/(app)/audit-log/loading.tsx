import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function AuditLogLoading() {
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Audit Log"
        description="Who did what, and from where"
        actions={<Skeleton className="h-9 w-63 pointer-coarse:h-11" />}
      />
      <div className="grid gap-4">
        {/* Same height as the toolbar, which wraps. */}
        <Skeleton className="h-9 w-full max-xl:h-21 max-sm:h-51" />
        <TableSkeleton label="Loading events..." />
      </div>
    </div>
  );
}
