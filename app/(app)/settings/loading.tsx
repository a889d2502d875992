import { Skeleton } from "@/components/ui/skeleton";

/** Stands while the account is read. */
export default function SettingsLoading() {
  return (
    <div role="status" className="grid max-w-6xl gap-6">
      <span className="sr-only">Loading settings...</span>
      <Skeleton className="h-13 w-64" />
      {["h-57", "h-19", "h-40"].map((height) => (
        <div key={height} className="grid gap-x-10 gap-y-3 border-t pt-6 xl:grid-cols-[17rem_minmax(0,1fr)]">
          <Skeleton className="h-6 w-32" />
          <Skeleton className={height} />
        </div>
      ))}
    </div>
  );
}
