"use client";

import { useId } from "react";
import { DiscardQuestion } from "@/components/shared/form/discard-question";
import { FormFailure } from "@/components/shared/form/form-failure";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { ProjectDetails } from "@/lib/projects/schema";
import { EditProjectForm } from "./edit-project-form";
import { useProjectEdit } from "./use-project-edit";

interface EditProjectPanelProps {
  project: ProjectDetails;
  onSaving: (isSaving: boolean) => void;
  onSaved: (project: ProjectDetails) => void;
  /** The server knows the project no more. */
  onGone: () => void;
  /** Back to the details, without what was changed. */
  onCancel: () => void;
  onClose: () => void;
}

/** The edit mode of the details of a project. Cancel Edit leaves it at once; whatever else leads away asks when something was changed. */
export function EditProjectPanel({ project, onSaving, onSaved, onGone, onCancel, onClose }: EditProjectPanelProps) {
  const formId = useId();
  const { form, removal, onSubmit, isSaving, isChanged, failure } = useProjectEdit({ project, onSaving, onSaved, onGone });
  const question = useLeaveQuestion(isChanged);
  return (
    <>
      <DialogBody>
        <EditProjectForm id={formId} project={project} form={form} removal={removal} onSubmit={onSubmit} />
      </DialogBody>
      {failure ? (
        <div className="px-5 pb-3">
          <FormFailure failure={failure} />
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="ghost" disabled={isSaving} onClick={onClose} className="mr-auto">
          Close
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
          Cancel Edit
        </Button>
        <Button type="submit" form={formId} busy={isSaving}>
          {isSaving ? "Saving..." : "Save Changes"}
        </Button>
      </DialogFooter>
      <DiscardQuestion question={question}>What you changed has not been saved.</DiscardQuestion>
    </>
  );
}
