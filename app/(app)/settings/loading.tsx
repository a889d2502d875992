import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function SettingsLoading() {
  return (
    <div className="@container grid max-w-6xl gap-6">
      <PageHeader title="Settings" description="Manage your profile, password and sessions." />
      <div role="status" className="grid gap-6">
        <span className="sr-only">Loading settings...</span>
        {["h-67", "h-20 max-sm:h-33", "h-40"].map((height) => (
          <div key={height} className="grid gap-x-10 gap-y-3 border-t pt-6 @wide:grid-cols-[17rem_minmax(0,1fr)]">
            <Skeleton className="h-17 w-64" />
            <Skeleton className={height} />
          </div>
        ))}
      </div>
    </div>
  );
}
