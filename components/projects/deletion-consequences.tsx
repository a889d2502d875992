"use client";

import { FileX2, Link2Off, type LucideIcon, UserX } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { AssignedUser, ManagedProject, ProjectDetails } from "@/lib/projects/schema";
import { AssignedUsers } from "./details/assigned-users";
import { countOf, filesOf } from "./details/file-figures";
import { projectErrorMessage } from "./project-error";

/** People who are named before the others are asked for. */
const NAMED = 3;

interface DeletionConsequencesProps {
  project: ManagedProject;
  /** Undefined until they are here. */
  details: ProjectDetails | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
}

/** What goes with a project when it is deleted: its files, its address, and the access of these people. */
export function DeletionConsequences({ project, details, error, isLoading, reload }: DeletionConsequencesProps) {
  if (error) {
    const message = projectErrorMessage(error, "Failed to load project details");
    return <FailurePanel error={error} message={message} retryLabel="Retry" isBusy={isLoading} onRetry={reload} isLine />;
  }
  if (!details) {
    return (
      <div role="status" className="grid gap-3 rounded-lg border px-3.5 py-3">
        <span className="sr-only">Loading what would be deleted...</span>
        <Skeleton className="my-0.5 h-3.5 w-48" />
        <Skeleton className="my-0.5 h-3.5 w-64" />
        <Skeleton className="my-0.5 h-3.5 w-40" />
      </div>
    );
  }
  return (
    <ul className="grid min-h-0 gap-3 overflow-y-auto rounded-lg border px-3.5 py-3">
      <Consequence icon={FileX2}>{filesLine(details)}</Consequence>
      <Consequence icon={Link2Off}>{addressLine(project)}</Consequence>
      <Consequence icon={UserX}>
        <PeopleLine details={details} />
      </Consequence>
    </ul>
  );
}

function Consequence({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
    </li>
  );
}

function filesLine({ fileCount, byteCount, formerVersionCount, status }: ProjectDetails): string {
  const former = countOf(formerVersionCount, ["former version", "former versions"]);
  const files = fileCount > 0 ? filesOf({ fileCount, byteCount }) : "No files";
  const gone =
    formerVersionCount > 0 ? `${files} and ${former} of the map are deleted.` : `${files} ${fileCount === 1 ? "is" : "are"} deleted.`;
  return status === "importing" ? `${gone} What is being imported into it is stopped.` : gone;
}

function addressLine({ path, mapUrl }: ManagedProject): ReactNode {
  return (
    <>
      The map is no longer found at <span className="font-medium">{path}/</span>.
      {mapUrl ? " What lies at its Map URL stays as it is." : null}
    </>
  );
}

function Names({ users }: { users: AssignedUser[] }): ReactNode {
  return users.map(({ _id, fullName }, index) => (
    <Fragment key={_id}>
      {index > 0 ? ", " : null}
      <bdi>{fullName}</bdi>
    </Fragment>
  ));
}

/** Names a few; the others on request. */
function PeopleLine({ details: { assignedUsers: users } }: { details: ProjectDetails }) {
  const [isShown, setShown] = useState(false);
  if (users.length === 0) return "Nobody loses access: no users are assigned.";
  const rest = users.length - NAMED;
  return (
    <div className="grid gap-2">
      <p>
        <span className="font-medium">{countOf(users.length, ["person loses", "people lose"])} access</span>
        {": "}
        {isShown ? null : <Names users={users.slice(0, NAMED)} />}
        {isShown || rest <= 0 ? null : (
          <>
            {" and "}
            <Button variant="link" size="inline" onClick={() => setShown(true)}>
              {countOf(rest, ["other", "others"])}
            </Button>
          </>
        )}
      </p>
      {isShown ? <AssignedUsers users={users} /> : null}
    </div>
  );
}
