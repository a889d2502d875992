import { Initials } from "@/components/shared/initials";
import { roleLabels } from "./role-label";
import type { ShellViewer } from "./shell-viewer";

/** Who is signed in. */
export function AccountCard({ viewer }: { viewer: ShellViewer }) {
  return (
    <div className="flex items-center gap-3 px-2" title={viewer.email}>
      <Initials name={viewer.name} className="bg-sidebar-raised text-sidebar-accent" />
      <div className="min-w-0">
        <p className="truncate font-medium">{viewer.name}</p>
        <p className="truncate text-sidebar-muted text-sm">
          <span className="sr-only">Signed in as </span>
          {roleLabels[viewer.role]}
        </p>
      </div>
    </div>
  );
}
