"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { DESCRIPTION_MAX, descriptionSchema, projectNameSchema } from "@/lib/projects/schema";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import { checkName } from "@/lib/upload-client/check-name";
import { browserHost } from "../controller/browser-host";
import { NewProjectDropArea } from "../screen/drop-areas";
import type { ChosenUploads } from "../tray/chosen-upload";
import { FlowHeading } from "./flow-heading";
import { MapAddress } from "./map-address";
import type { ProjectDraft } from "./project-draft";
import { useNewProject } from "./use-new-project";

const formSchema = z.object({ name: projectNameSchema, description: descriptionSchema });

interface NameStepProps {
  accountId: string;
  uploads: ChosenUploads;
  draft: ProjectDraft;
  onDraftChange: (draft: ProjectDraft) => void;
  onContinue: () => void;
  onChosen: (mode: "upload" | "zip-upload", uploadId: string) => void;
  onCancel: () => void;
}

export function NameStep({ accountId, uploads, draft, onDraftChange, onContinue, onChosen, onCancel }: NameStepProps) {
  const { startDrop, startZip, startFolder } = useNewProject({ accountId, uploads, entered: draft, onChosen });
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: draft,
  });
  const { errors, isSubmitting } = form.formState;
  const name = form.watch("name");
  const description = form.watch("description") ?? "";

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => onDraftChange({ name: values.name, description: values.description ?? "" }),
      }),
    [form, onDraftChange],
  );

  // The code of this step may come after the shell has scrolled to the top.
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus({ preventScroll: true }), []);

  const submit = form.handleSubmit(async (values) => {
    const problem = await checkName(browserHost.call, values.name);
    if (problem) {
      form.setError("name", { message: problem }, { shouldFocus: true });
      return;
    }
    onDraftChange(values);
    onContinue();
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid max-w-2xl gap-6">
      <FlowHeading
        title="Create New Project"
        description="Start with the map, or name the project first and upload the map in the next step."
        takesFocus={false}
      />
      <NewProjectDropArea onDrop={startDrop} onZip={startZip} onFolder={startFolder} />
      <div className="grid gap-2">
        <Field label="Project Name" required error={errors.name?.message} aside={`${name.length}/${PROJECT_NAME_MAX}`}>
          {(control) => (
            <Input {...control} {...form.register("name")} required autoComplete="off" spellCheck={false} maxLength={PROJECT_NAME_MAX} />
          )}
        </Field>
        <MapAddress name={name} />
      </div>
      <Field
        label="Description"
        hint="Optional. People who can open the map read it in their list."
        error={errors.description?.message}
        aside={`${description.length}/${DESCRIPTION_MAX}`}
      >
        {(control) => <Textarea {...control} {...form.register("description")} maxLength={DESCRIPTION_MAX} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Continue
        </Button>
      </div>
    </form>
  );
}
