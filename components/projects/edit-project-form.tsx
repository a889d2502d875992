"use client";

import { type FormEvent, type ReactNode, useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { DESCRIPTION_MAX, type ProjectDetails } from "@/lib/projects/schema";
import { AssignedUsers } from "./details/assigned-users";
import { countOf } from "./details/file-figures";
import type { EditValues } from "./use-project-edit";
import type { RemovalMarks } from "./use-removal-marks";

interface EditProjectFormProps {
  id: string;
  project: ProjectDetails;
  form: UseFormReturn<EditValues, unknown, Partial<EditValues>>;
  removal: RemovalMarks;
  onSubmit: (event: FormEvent) => void;
}

/** What can be changed of a project. Its name cannot: it is the map's address. */
export function EditProjectForm({ id, project, form, removal, onSubmit }: EditProjectFormProps) {
  const { errors } = form.formState;
  const { length } = form.watch("description");
  useEffect(() => form.setFocus("description"), [form]);
  return (
    <form id={id} noValidate method="post" onSubmit={onSubmit} className="grid gap-5">
      <Field
        label="Description"
        error={errors.description?.message}
        aside={<span className={length > DESCRIPTION_MAX ? "text-danger-ink" : undefined}>{`${length}/${DESCRIPTION_MAX}`}</span>}
      >
        {(control) => <Textarea {...control} {...form.register("description")} />}
      </Field>
      <Field label="Map URL" hint={<MapUrlHint project={project} />} error={errors.mapUrl?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("mapUrl")}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <section aria-label="Assigned Users" className="grid gap-2">
        <h3 className="font-medium text-sm">Assigned Users ({project.assignedUsers.length.toLocaleString("en-US")})</h3>
        <AssignedUsers users={project.assignedUsers} removal={removal} />
        {removal.marked.size > 0 ? (
          <p className="text-ink-muted text-sm">
            {countOf(removal.marked.size, ["person loses", "people lose"])} access to the map when you save the changes.
          </p>
        ) : null}
      </section>
    </form>
  );
}

function MapUrlHint({ project }: { project: ProjectDetails }): ReactNode {
  return project.fileCount > 0
    ? "An http or https address to show in place of the uploaded map. Leave it empty to show the uploaded map."
    : "An http or https address. No map has been uploaded to this project.";
}
