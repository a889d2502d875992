"use client";

import { FileX2, Link2Off, type LucideIcon, UserX } from "lucide-react";
import { Fragment, type ReactNode, useState, useTransition } from "react";
import { z } from "zod";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { FailurePanel } from "@/components/shared/failure-panel";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { isGone, UNREACHABLE } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { AssignedUser, ManagedProject, ProjectDetails } from "@/lib/projects/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { AssignedUsers } from "./details/assigned-users";
import { filesOf, useProjectDetails } from "./details/details-parts";

interface DeleteProjectDialogProps {
  project: ManagedProject;
  reload: () => Promise<void>;
  onClose: () => void;
}

const deletedSchema = z.object({ message: z.string() });

export function DeleteProjectDialog({ project, reload, onClose }: DeleteProjectDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);
  const loaded = useProjectDetails(project._id, () => void reload());

  async function close(tone: "success" | "error", message: string) {
    // Moves the focus before the dialog closes: the row that opened it no longer exists.
    await reload();
    onClose();
    showBanner({ tone, message });
  }

  async function remove() {
    try {
      const { message } = parseAnswer(deletedSchema, await requestJson(`/api/project/delete/${project._id}`, { method: "DELETE" }));
      await close("success", message);
    } catch (error) {
      const message = serverMessage(error, "Failed to delete project", UNREACHABLE);
      if (isGone(error)) await close("error", message);
      else setFailure(failureOf(error, message));
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title="Delete Project"
      confirmLabel={isBusy ? "Deleting..." : "Delete Project"}
      canConfirm={loaded.details !== undefined}
      isBusy={isBusy}
      onConfirm={() => {
        setFailure(null);
        startTransition(remove);
      }}
      onCancel={onClose}
      className="flex max-h-[92dvh] max-w-lg flex-col"
      details={
        <>
          <Consequences project={project} loaded={loaded} />
          {failure ? <FormFailure failure={failure} className="mt-2" /> : null}
        </>
      }
    >
      Are you sure you want to delete{" "}
      <strong className="font-medium text-ink">
        <bdi>{project.name}</bdi>
      </strong>
      ? It can be restored from the trash for {TRASH_DAYS} days.
    </ConfirmDialog>
  );
}

const NAMED = 3;

interface ConsequencesProps {
  project: ManagedProject;
  loaded: ReturnType<typeof useProjectDetails>;
}

function Consequences({ project, loaded: { details, error, isLoading, reload } }: ConsequencesProps) {
  if (error) {
    const message = serverMessage(error, "Failed to load project details", UNREACHABLE);
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
    formerVersionCount > 0
      ? `${files} and ${former} of the map move to the trash.`
      : `${files} ${fileCount === 1 ? "moves" : "move"} to the trash.`;
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

function PeopleLine({ details: { assignedUsers: users } }: { details: ProjectDetails }) {
  const [isShown, setShown] = useState(false);
  if (users.length === 0) return "No user loses access: none are assigned.";
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
