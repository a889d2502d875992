import { StoragePanel } from "@/components/files/platform/storage-panel";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function FileManagerLoading() {
  return (
    <div className="grid gap-5">
      <PageHeader title="File Manager" actions={<Skeleton className="h-9 w-30 pointer-coarse:h-11" />} />
      <StoragePanel stats={undefined} isPending />
      <div className="grid gap-4">
        <Skeleton className="h-9 w-full max-sm:h-21 sm:max-w-127" />
        <TableSkeleton label="Loading files..." />
      </div>
    </div>
  );
}
