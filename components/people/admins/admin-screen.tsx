"use client";

import { FormDialog } from "@/components/shared/form/form-dialog";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import {
  ADMIN_SORTS,
  type AdminPage,
  type AdminSummary,
  adminPageSchema,
  editAdminSchema,
  newAdminSchema,
} from "@/lib/accounts/admins/schema";
import type { AccountSort } from "@/lib/accounts/schema";
import { type PeopleKind, PeopleScreen, type PersonFormProps } from "../people-screen";
import { adminTexts } from "../people-texts";
import { createdColumn, emailColumn, nameColumn } from "../person-columns";
import { PersonFields, SignOutEverywhere, usePersonForm } from "../person-form";

function AdminDialog({ person: admin, onSaved, onGone, onClose }: PersonFormProps<AdminSummary>) {
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
    </FormDialog>
  );
}

const nameOf = ({ name }: AdminSummary) => name;

const admins: PeopleKind<AdminSummary, AdminPage, AccountSort> = {
  texts: adminTexts,
  path: "/api/admin",
  pageSchema: adminPageSchema,
  rowsOf: (page) => page.admins,
  nameOf,
  columns: [nameColumn(nameOf, "@table:w-[32%]"), emailColumn(), createdColumn()],
  sorts: ADMIN_SORTS,
  renderForm: (props) => <AdminDialog {...props} />,
};

export function AdminScreen({ initial }: { initial: InitialPage<AdminPage, AccountSort> | null }) {
  return <PeopleScreen kind={admins} initial={initial} />;
}
