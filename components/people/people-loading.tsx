import { TableSkeleton } from "@/components/shared/table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands while the first page of a list of people is read. @param label of the list, for screen readers */
export function PeopleLoading({ label }: { label: string }) {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-4">
        <Skeleton className="h-9 w-full sm:max-w-80" />
        <TableSkeleton label={label} />
      </div>
    </div>
  );
}
