"use client";

import { useController } from "react-hook-form";
import type { PersonFormProps } from "@/components/people/people-kind";
import { PersonFields } from "@/components/people/person-fields";
import { usePersonForm } from "@/components/people/use-person-form";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { useProjectNames } from "@/components/users/use-project-names";
import { useUserDetails } from "@/components/users/use-user-details";
import { userTexts } from "@/components/users/user-texts";
import { editUserSchema, newUserSchema, type UserSummary } from "@/lib/accounts/users/schema";
import { ProjectChecklist } from "./project-checklist";

function formValues(user: UserSummary) {
  return { fullName: user.fullName, email: user.email, password: "", assignedProjects: user.assignedProjects.map(({ _id }) => _id) };
}

/** Adds a user, or changes one. */
export function UserDialog({ person, onSaved, onGone, onClose }: PersonFormProps<UserSummary>) {
  const names = useProjectNames();
  const details = useUserDetails(person?._id, onGone);
  const { form, errors, dialog } = usePersonForm({
    schema: person ? editUserSchema : newUserSchema,
    defaultValues: { fullName: person?.fullName ?? "", email: person?.email ?? "", password: "", assignedProjects: [] as string[] },
    values: details.user ? formValues(details.user) : undefined,
    path: "/api/user",
    id: person?._id,
    failedToSave: userTexts.failedToSave,
    onSaved,
    onGone,
    onRefused: ({ assignedProjects }) => void forgetDeleted(assignedProjects),
  });
  // In this order the first that is wrong gets the focus.
  const [fullName, email, password] = [form.register("fullName"), form.register("email"), form.register("password")];
  const { field } = useController({ control: form.control, name: "assignedProjects" });

  /** A chosen project that was deleted meanwhile is no longer on the list, where one could take it away. */
  async function forgetDeleted(chosen: string[]) {
    const there = new Set((await names.reload())?.map(({ _id }) => _id) ?? chosen);
    const kept = chosen.filter((id) => there.has(id));
    if (kept.length < chosen.length) form.setValue("assignedProjects", kept, { shouldDirty: true });
  }

  const isWaiting = person !== null && !details.user;
  return (
    <FormDialog
      {...dialog}
      title={person ? userTexts.editTitle : userTexts.newTitle}
      saveLabel={userTexts.save}
      canSave={!isWaiting}
      onClose={onClose}
    >
      <PersonFields
        nameLabel="Full Name"
        name={{ control: fullName, error: errors.fullName?.message }}
        email={{ control: email, error: errors.email?.message }}
        password={{ control: password, error: errors.password?.message }}
        isNew={!person}
      />
      <ProjectChecklist
        ref={field.ref}
        projects={isWaiting ? undefined : names.projects}
        loadError={names.projects ? details.error : (names.error ?? details.error)}
        onReload={() => {
          if (names.error) void names.reload();
          if (details.error) details.reload();
        }}
        chosen={field.value}
        onChange={field.onChange}
        error={errors.assignedProjects?.message}
      />
    </FormDialog>
  );
}
