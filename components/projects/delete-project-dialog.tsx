"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { requestJson } from "@/components/shared/request-json";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import type { ManagedProject } from "@/lib/projects/schema";
import { DeletionConsequences } from "./deletion-consequences";
import { isGone, projectErrorMessage } from "./project-error";
import { useProjectDetails } from "./use-project-details";

interface DeleteProjectDialogProps {
  project: ManagedProject;
  /** Brings the list anew. */
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a project is deleted, and says what goes with it (spec 001 §2.5). */
export function DeleteProjectDialog({ project, reload, onClose }: DeleteProjectDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const loaded = useProjectDetails(project._id, () => void reload());

  async function remove() {
    setBusy(true);
    setFailure(null);
    try {
      // The answer of our own API.
      const { message } = (await requestJson(`/api/project/delete/${project._id}`, { method: "DELETE" })) as { message: string };
      // Before it closes: the row that the focus would return to is gone.
      await reload();
      onClose();
      showBanner({ tone: "success", message });
    } catch (error) {
      const message = projectErrorMessage(error, "Failed to delete project");
      if (isGone(error)) {
        await reload();
        onClose();
        showBanner({ tone: "error", message });
      } else setFailure(failureOf(error, message));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AlertDialog open onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <AlertDialogContent className="flex max-h-[92dvh] max-w-lg flex-col">
        <AlertDialogTitle>Delete Project</AlertDialogTitle>
        <AlertDialogDescription>
          Are you sure you want to delete{" "}
          <strong className="font-medium text-ink">
            <bdi>{project.name}</bdi>
          </strong>
          ? This action cannot be undone.
        </AlertDialogDescription>
        <DeletionConsequences project={project} {...loaded} />
        {failure ? <FormFailure failure={failure} className="mt-2" /> : null}
        <AlertDialogFooter>
          <AlertDialogCancel disabled={isBusy}>Cancel</AlertDialogCancel>
          <AlertDialogAction
            busy={isBusy}
            disabled={!loaded.details}
            onClick={(event) => {
              event.preventDefault();
              void remove();
            }}
          >
            {isBusy ? "Deleting..." : "Delete Project"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
