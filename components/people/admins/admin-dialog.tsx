"use client";

import { Earth, UsersRound } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useController } from "react-hook-form";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { ProjectChecklist } from "@/components/shared/form/project-checklist";
import { useJson } from "@/components/shared/use-json";
import { type AdminSummary, type EditedAdmin, editAdminSchema, type NewAdmin, newAdminSchema } from "@/lib/accounts/admins/schema";
import { groupPageSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { AccountActions } from "../account-actions";
import type { PersonFormProps } from "../people-screen";
import { adminTexts, saveLabelOf } from "../people-texts";
import { type AccountFields, PersonFields, usePersonForm } from "../person-form";

interface AdminFields extends AccountFields {
  name: string;
  limit?: { groups: string[] } | null | undefined;
}

/** Chooses which projects an admin manages. */
function LimitFields({ control }: { control: Control<AdminFields, unknown, NewAdmin | EditedAdmin> }) {
  const { field, fieldState } = useController({ control, name: "limit" });
  /** The groups of the last limit, while "All projects" is chosen. */
  const [lastLimit, setLastLimit] = useState(field.value ?? { groups: [] });
  const limit = field.value ?? null;
  const { data, error, isValidating, mutate } = useJson(limit && GROUPS_PATH, groupPageSchema);
  const choice = { name: useId(), isDisabled: false };
  function choose(value: typeof limit) {
    if (value) setLastLimit(value);
    field.onChange(value);
  }
  return (
    <>
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
        <legend className="mb-1.5 font-medium text-ink text-sm">Access to projects</legend>
        <ChoiceCard {...choice} icon={Earth} title="All projects" isChosen={limit === null} onChoose={() => choose(null)}>
          With all users and groups.
        </ChoiceCard>
        <ChoiceCard
          {...choice}
          icon={UsersRound}
          title="Own projects and those of these groups"
          isChosen={limit !== null}
          onChoose={() => choose(lastLimit)}
        >
          Others are hidden, with their users.
        </ChoiceCard>
      </fieldset>
      {limit ? (
        <ProjectChecklist
          ref={field.ref}
          label="Groups"
          noun="group"
          isOptional
          projects={data?.groups}
          loadError={isValidating ? undefined : error}
          onReload={() => void mutate().catch(() => undefined)}
          chosen={limit.groups}
          onChange={(groups) => choose({ groups })}
          error={fieldState.error?.message}
        />
      ) : null}
    </>
  );
}

export function AdminDialog({ person: admin, sendsMail, onSaved, onGone, onClose }: PersonFormProps<AdminSummary>) {
  const { form, errors, dialog } = usePersonForm<AdminFields, NewAdmin | EditedAdmin>({
    schema: admin ? editAdminSchema : newAdminSchema,
    defaultValues: {
      name: admin?.name ?? "",
      email: admin?.email ?? "",
      password: "",
      invite: false,
      limit: admin?.limit ? { groups: admin.limit.groups.map(({ _id }) => _id) } : null,
    },
    path: "/api/admin",
    id: admin?._id,
    failedToSave: adminTexts.failedToSave,
    onSaved: (saved, answer) => onSaved("invite" in saved && saved.invite === true, answer),
    onGone,
  });
  const invite = useController({ control: form.control, name: "invite" }).field;

  function choose(isInvited: boolean) {
    invite.onChange(isInvited);
    if (isInvited) form.setValue("password", "");
  }

  return (
    <FormDialog
      {...dialog}
      title={admin ? adminTexts.editTitle : adminTexts.newTitle}
      saveLabel={saveLabelOf(adminTexts, invite.value, sendsMail)}
      onClose={onClose}
    >
      <PersonFields
        nameLabel="Name"
        name={{ control: form.register("name"), error: errors.name?.message }}
        email={{ control: form.register("email"), error: errors.email?.message }}
        password={{ control: form.register("password"), error: errors.password?.message }}
        invitation={admin ? null : { isInvited: invite.value === true, sendsMail, onChoose: choose }}
      />
      <LimitFields control={form.control} />
      {admin ? <AccountActions path="/api/admin" id={admin._id} name={admin.name} canResetFactors onGone={onGone} /> : null}
    </FormDialog>
  );
}
