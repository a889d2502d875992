"use client";

import type { PeopleKind } from "@/components/people/people-kind";
import { PeopleScreen } from "@/components/people/people-screen";
import { createdColumn, emailColumn, nameColumn, personSorts } from "@/components/people/person-columns";
import type { InitialPage } from "@/components/shared/list/use-searched-list";
import type { AdminPage, AdminSummary } from "@/lib/accounts/admins/schema";
import type { AccountSort } from "@/lib/accounts/schema";
import { AdminDialog } from "./admin-dialog";
import { adminTexts } from "./admin-texts";

const nameOf = ({ name }: AdminSummary) => name;

const admins: PeopleKind<AdminSummary, AdminPage, AccountSort> = {
  texts: adminTexts,
  path: "/api/admin",
  rowsOf: (page) => page.admins,
  nameOf,
  columns: [nameColumn(nameOf, "md:w-[32%]"), emailColumn(), createdColumn()],
  sorts: personSorts,
  renderForm: (props) => <AdminDialog {...props} />,
};

/** Admin Management (spec 000 §2), for superadmins. @param initial first page of the admins, if the server could tell which */
export function AdminScreen({ initial }: { initial: InitialPage<AdminPage, AccountSort> | null }) {
  return <PeopleScreen kind={admins} initial={initial} />;
}
