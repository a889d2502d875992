"use client";

import type { ColumnDef } from "@tanstack/react-table";
import type { PeopleKind } from "@/components/people/people-kind";
import { PeopleScreen } from "@/components/people/people-screen";
import { createdColumn, dense, emailColumn, nameColumn, personSorts } from "@/components/people/person-columns";
import type { InitialPage } from "@/components/shared/use-searched-list";
import type { UserPage, UserSort, UserSummary } from "@/lib/users/schema";
import { AssignedCell } from "./assigned-cell";
import { ASSIGNED_SHOWN } from "./assigned-shown";
import { PasswordMask } from "./password-mask";
import { UserDialog } from "./user-dialog";
import { userTexts } from "./user-texts";

const nameOf = ({ fullName }: UserSummary) => fullName;

const assignedColumn: ColumnDef<UserSummary> = {
  id: "assignedProjects",
  header: "Assigned Projects",
  accessorFn: ({ assignedProjectCount }) => assignedProjectCount,
  meta: { cardLabel: "Assigned Projects", className: `${dense} max-md:col-span-2 md:max-xl:whitespace-normal` },
  cell: ({ row }) => <AssignedCell user={row.original} />,
};

const passwordColumn: ColumnDef<UserSummary> = {
  id: "password",
  header: "Password",
  meta: { cardLabel: "Password", className: `${dense} max-md:col-span-2` },
  cell: () => <PasswordMask />,
};

/** As superadmins see them. */
const users: PeopleKind<UserSummary, UserPage, UserSort> = {
  texts: userTexts,
  path: "/api/user",
  listFields: { assigned: String(ASSIGNED_SHOWN) },
  rowsOf: (page) => page.users,
  nameOf,
  columns: [nameColumn(nameOf), emailColumn(), assignedColumn, createdColumn()],
  sorts: {
    ...personSorts,
    "projects-asc": [{ id: "assignedProjects", desc: false }],
    "projects-desc": [{ id: "assignedProjects", desc: true }],
  },
  renderForm: (props) => <UserDialog {...props} />,
};

/** As admins see them. */
const usersWithPasswords: typeof users = {
  ...users,
  columns: [nameColumn(nameOf), emailColumn(), passwordColumn, assignedColumn, createdColumn()],
};

interface UserScreenProps {
  /** First page of the users, if the server could tell which. */
  initial: InitialPage<UserPage, UserSort> | null;
  /** The admin's variant has a column for passwords. */
  showsPasswords: boolean;
}

/** User Management (spec 000 §2), for admins and superadmins. */
export function UserScreen({ initial, showsPasswords }: UserScreenProps) {
  return <PeopleScreen kind={showsPasswords ? usersWithPasswords : users} initial={initial} />;
}
