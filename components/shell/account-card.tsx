import { Initials } from "@/components/shared/initials";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { roleLabels } from "./role-label";

/** Who is signed in, as far as the shell shows them. */
export type ShellViewer = Pick<Viewer, "name" | "email" | "role">;

/** Who is signed in. */
export function AccountCard({ viewer }: { viewer: ShellViewer }) {
  return (
    <div className="flex items-center gap-3 px-2" title={viewer.email}>
      <Initials name={viewer.name} className="bg-sidebar-raised text-sidebar-accent" />
      <div className="min-w-0">
        <p className="truncate font-medium">
          <span className="sr-only">Signed in as </span>
          {viewer.name}
        </p>
        <p className="truncate text-sidebar-muted text-sm">{roleLabels[viewer.role]}</p>
      </div>
    </div>
  );
}
