import { Badge } from "@/components/ui/badge";
import type { UserSummary } from "@/lib/accounts/users/schema";
import { ASSIGNED_SHOWN } from "./assigned-shown";

/** The first projects of a user by name, and how many more there are. */
export function AssignedCell({ user }: { user: UserSummary }) {
  const shown = user.assignedProjects.slice(0, ASSIGNED_SHOWN);
  const more = user.assignedProjectCount - shown.length;
  if (user.assignedProjectCount === 0) return <span className="text-ink-muted">No projects assigned</span>;
  return (
    <ul className="flex flex-wrap gap-1 max-md:mt-1">
      {shown.map((project) => (
        <li key={project._id} className="flex min-w-0 max-w-full">
          <Badge dir="auto" tone="accent" title={project.name} className="block max-w-52 truncate">
            {project.name}
          </Badge>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <Badge className="tabular-nums">{`+${more.toLocaleString("en-US")} more`}</Badge>
        </li>
      ) : null}
    </ul>
  );
}
