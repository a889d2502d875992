"use client";

import { useController } from "react-hook-form";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type AdminSummary, type EditedAdmin, editAdminSchema, type NewAdmin, newAdminSchema } from "@/lib/accounts/admins/schema";
import { AccountActions } from "../account-actions";
import type { PersonFormProps } from "../people-screen";
import { adminTexts, saveLabelOf } from "../people-texts";
import { type AccountFields, PersonFields, usePersonForm } from "../person-form";

interface AdminFields extends AccountFields {
  name: string;
}

export function AdminDialog({ person: admin, sendsMail, onSaved, onGone, onClose }: PersonFormProps<AdminSummary>) {
  const { form, errors, dialog } = usePersonForm<AdminFields, NewAdmin | EditedAdmin>({
    schema: admin ? editAdminSchema : newAdminSchema,
    defaultValues: { name: admin?.name ?? "", email: admin?.email ?? "", password: "", invite: false },
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
      {admin ? <AccountActions path="/api/admin" id={admin._id} name={admin.name} canResetFactors onGone={onGone} /> : null}
    </FormDialog>
  );
}
