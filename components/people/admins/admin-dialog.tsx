"use client";

import { FormDialog } from "@/components/shared/form/form-dialog";
import { type AdminSummary, editAdminSchema, newAdminSchema } from "@/lib/accounts/admins/schema";
import { ResetFactors, SignOutEverywhere } from "../account-actions";
import type { PersonFormProps } from "../people-screen";
import { adminTexts } from "../people-texts";
import { PersonFields, usePersonForm } from "../person-form";

export function AdminDialog({ person: admin, onSaved, onGone, onClose }: PersonFormProps<AdminSummary>) {
  const { form, errors, dialog } = usePersonForm({
    schema: admin ? editAdminSchema : newAdminSchema,
    defaultValues: { name: admin?.name ?? "", email: admin?.email ?? "", password: "" },
    path: "/api/admin",
    id: admin?._id,
    failedToSave: adminTexts.failedToSave,
    onSaved,
    onGone,
  });
  return (
    <FormDialog {...dialog} title={admin ? adminTexts.editTitle : adminTexts.newTitle} saveLabel={adminTexts.save} onClose={onClose}>
      <PersonFields
        nameLabel="Name"
        name={{ control: form.register("name"), error: errors.name?.message }}
        email={{ control: form.register("email"), error: errors.email?.message }}
        password={{ control: form.register("password"), error: errors.password?.message }}
        isNew={!admin}
      />
      {admin ? <SignOutEverywhere path={`/api/admin/sign-out/${admin._id}`} name={admin.name} onGone={onGone} /> : null}
      {admin ? <ResetFactors id={admin._id} name={admin.name} /> : null}
    </FormDialog>
  );
}
