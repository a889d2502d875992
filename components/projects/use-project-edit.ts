"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { useBanner } from "@/components/shared/banner-provider";
import { formFailure, showServerError } from "@/components/shared/form/show-server-error";
import { sendJson } from "@/components/shared/request-json";
import type { ProjectDetails } from "@/lib/projects/schema";
import { editFormSchema } from "./edit-project-schema";
import { isGone, projectErrorMessage } from "./project-error";
import { useRemovalMarks } from "./use-removal-marks";

/** As the fields show them. */
export interface EditValues {
  description: string;
  mapUrl: string;
}

interface ProjectEdit {
  project: ProjectDetails;
  onSaving: (isSaving: boolean) => void;
  onSaved: (project: ProjectDetails) => void;
  /** The server knows the project no more. */
  onGone: () => void;
}

/** The state of the form of a project, and how it is saved. */
export function useProjectEdit({ project, onSaving, onSaved, onGone }: ProjectEdit) {
  const { showBanner } = useBanner();
  const removal = useRemovalMarks();
  const before = useMemo(() => ({ description: project.description, mapUrl: project.mapUrl ?? "" }), [project.description, project.mapUrl]);
  const schema = useMemo(() => editFormSchema(before), [before]);
  const form = useForm<EditValues, unknown, Partial<EditValues>>({ resolver: zodResolver(schema), defaultValues: before });
  const { errors, isDirty, isSubmitting } = form.formState;

  const onSubmit = form.handleSubmit(async (changes) => {
    onSaving(true);
    try {
      const edit = { ...changes, deassignUserIds: [...removal.marked] };
      // The answer of our own API; its type is the one that the route is written with.
      const answer = (await sendJson("PUT", `/api/project/edit/${project._id}`, edit)) as { message: string; project: ProjectDetails };
      showBanner({ tone: "success", message: answer.message });
      onSaved(answer.project);
    } catch (error) {
      showServerError(form, error, projectErrorMessage(error, "Failed to update project"));
      if (isGone(error)) onGone();
    } finally {
      onSaving(false);
    }
  });

  return {
    form,
    removal,
    onSubmit,
    isSaving: isSubmitting,
    /** Something would be lost. */
    isChanged: isDirty || removal.marked.size > 0,
    /** Why it was not saved, when no field is to blame. */
    failure: formFailure(errors),
  };
}
