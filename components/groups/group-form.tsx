"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useController, useForm } from "react-hook-form";
import { z } from "zod";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { ProjectChecklist } from "@/components/shared/form/project-checklist";
import { useProjectNames } from "@/components/shared/form/use-project-names";
import { sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type Group, groupInputSchema, groupSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";

const linesOf = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

const formSchema = groupInputSchema.extend({
  claimValues: z
    .string()
    .transform((text): string[] | undefined => linesOf(text))
    .pipe(groupInputSchema.shape.claimValues),
});
const answerSchema = z.object({ group: groupSchema });

interface GroupFormProps {
  group: Group | null;
  /** Claim of single sign-on that has groups; null without one. */
  claim: string | null;
  onSaved: (group: Group) => void;
  onClose: () => void;
}

/** Creates a group, or changes its name and projects. */
export function GroupForm({ group, claim, onSaved, onClose }: GroupFormProps) {
  const names = useProjectNames();
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      name: group?.name ?? "",
      description: group?.description ?? "",
      claimValues: group?.claimValues.join("\n") ?? "",
      projects: group?.projects.map(({ _id }) => _id) ?? [],
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { field } = useController({ control: form.control, name: "projects" });
  const save = form.handleSubmit(async (input) => {
    try {
      const saved = group ? sendJson("PUT", `${GROUPS_PATH}/${group._id}`, input) : sendJson("POST", GROUPS_PATH, input);
      onSaved(parseAnswer(answerSchema, await saved).group);
    } catch (error) {
      showServerError(form, error, "Failed to save group");
    }
  });

  return (
    <FormDialog
      title={group ? "Edit Group" : "New Group"}
      saveLabel="Save Group"
      isSaving={isSubmitting}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" required autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Input {...control} {...form.register("description")} dir="auto" autoComplete="off" />}
      </Field>
      <ProjectChecklist
        ref={field.ref}
        label="Projects"
        isOptional
        projects={names.projects}
        loadError={names.error}
        onReload={() => void names.reload()}
        chosen={field.value ?? []}
        onChange={field.onChange}
        error={errors.projects?.message}
      />
      {claim === null ? null : (
        <Field
          label="Values of the claim"
          hint={`One a line. Who has one of them in “${claim}” becomes a member when they sign in, and leaves without it.`}
          error={errors.claimValues?.message}
        >
          {(control) => <Textarea {...control} {...form.register("claimValues")} rows={3} spellCheck={false} />}
        </Field>
      )}
    </FormDialog>
  );
}
