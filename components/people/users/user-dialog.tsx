"use client";

import { type Control, useController } from "react-hook-form";
import { EndField } from "@/components/shared/form/end-field";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { ProjectChecklist } from "@/components/shared/form/project-checklist";
import { useProjectNames } from "@/components/shared/form/use-project-names";
import { useDetails } from "@/components/shared/use-json";
import {
  assignedUserFormSchema,
  type EditedUser,
  editUserSchema,
  type NewUser,
  newUserSchema,
  type UserSummary,
  userAnswerSchema,
} from "@/lib/accounts/users/schema";
import { AccountActions } from "../account-actions";
import type { PersonFormProps } from "../people-screen";
import { saveLabelOf, userTexts } from "../people-texts";
import { type AccountFields, PersonFields, usePersonForm } from "../person-form";

interface UserFields extends AccountFields {
  fullName: string;
  assignedProjects: string[];
  expiresAt?: string | null | undefined;
}

const detailsSchema = userAnswerSchema.transform(({ user }) => user);
function formValues({ fullName, email, expiresAt, assignedProjects }: UserSummary) {
  return { fullName, email, expiresAt, password: "", assignedProjects: assignedProjects.map(({ _id }) => _id) };
}

function AccountEnd({ control }: { control: Control<UserFields, unknown, NewUser | EditedUser> }) {
  const { field, fieldState } = useController({ control, name: "expiresAt" });
  return (
    <EndField
      hint="The account ends after this day. Leave empty for no end."
      value={field.value ?? null}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}

interface UserDialogProps extends PersonFormProps<UserSummary> {
  canResetFactors: boolean;
}

export function UserDialog({ person, sendsMail, canResetFactors, onSaved, onGone, onClose }: UserDialogProps) {
  const names = useProjectNames();
  const { details, error, isLoading, reload } = useDetails(person && `/api/user/details/${person._id}`, detailsSchema, onGone);
  // Ignores cached details while loading: saving outdated assignments would undo changes by other admins.
  const user = isLoading ? undefined : details;
  const editSchema = user?.assignedProjectCount === 0 ? editUserSchema : assignedUserFormSchema;
  const { form, errors, dialog } = usePersonForm<UserFields, NewUser | EditedUser>({
    schema: person ? editSchema : newUserSchema,
    defaultValues: {
      fullName: person?.fullName ?? "",
      email: person?.email ?? "",
      password: "",
      invite: false,
      assignedProjects: [] as string[],
      expiresAt: person?.expiresAt ?? null,
    },
    values: user && formValues(user),
    path: "/api/user",
    id: person?._id,
    failedToSave: userTexts.failedToSave,
    onSaved: (saved, answer) => onSaved("invite" in saved && saved.invite === true, answer),
    onGone,
    onRefused: ({ assignedProjects }) => void forgetDeleted(assignedProjects),
  });
  const [fullName, email, password] = [form.register("fullName"), form.register("email"), form.register("password")];
  const { field } = useController({ control: form.control, name: "assignedProjects" });
  const invite = useController({ control: form.control, name: "invite" }).field;

  function choose(isInvited: boolean) {
    invite.onChange(isInvited);
    if (isInvited) form.setValue("password", "");
  }

  /** Unselects deleted projects, which the list no longer shows. */
  async function forgetDeleted(chosen: string[]) {
    const there = new Set((await names.reload())?.map(({ _id }) => _id) ?? chosen);
    const kept = chosen.filter((id) => there.has(id));
    if (kept.length < chosen.length) form.setValue("assignedProjects", kept, { shouldDirty: true });
  }

  const isWaiting = person !== null && !user;
  return (
    <FormDialog
      {...dialog}
      title={person ? userTexts.editTitle : userTexts.newTitle}
      saveLabel={saveLabelOf(userTexts, invite.value, sendsMail)}
      canSave={!isWaiting}
      onClose={onClose}
    >
      <PersonFields
        nameLabel="Full Name"
        name={{ control: fullName, error: errors.fullName?.message }}
        email={{ control: email, error: errors.email?.message }}
        password={{ control: password, error: errors.password?.message }}
        invitation={person ? null : { isInvited: invite.value === true, sendsMail, onChoose: choose }}
      />
      <ProjectChecklist
        ref={field.ref}
        label="Assigned Projects"
        projects={isWaiting ? undefined : names.projects}
        loadError={names.projects ? error : (names.error ?? error)}
        onReload={() => {
          if (names.error) void names.reload();
          if (error) reload();
        }}
        chosen={field.value}
        onChange={field.onChange}
        error={errors.assignedProjects?.message}
      />
      <AccountEnd key={user?.expiresAt} control={form.control} />
      {person ? (
        <AccountActions path="/api/user" id={person._id} name={person.fullName} canResetFactors={canResetFactors} onGone={onGone} />
      ) : null}
    </FormDialog>
  );
}
