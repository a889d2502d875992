"use client";

import type { ColumnDef } from "@tanstack/react-table";
import type { PeopleKind } from "@/components/people/people-kind";
import { PeopleScreen } from "@/components/people/people-screen";
import { createdColumn, dense, emailColumn, nameColumn, personSorts } from "@/components/people/person-columns";
import type { InitialPage } from "@/components/shared/list/use-searched-list";
import { AssignedCell } from "@/components/users/assigned-cell";
import { ASSIGNED_SHOWN } from "@/components/users/assigned-shown";
import { PasswordMask } from "@/components/users/password-mask";
import { userTexts } from "@/components/users/user-texts";
import type { UserPage, UserSort, UserSummary } from "@/lib/accounts/users/schema";
import { UserDialog } from "./user-dialog";

const nameOf = ({ fullName }: UserSummary) => fullName;

/** @param width class of the column's share of a table */
function assignedColumn(width: string): ColumnDef<UserSummary> {
  return {
    id: "assignedProjects",
    header: "Assigned Projects",
    accessorFn: ({ assignedProjectCount }) => assignedProjectCount,
    meta: { cardLabel: "Assigned Projects", className: `${dense} ${width} max-md:col-span-2 md:max-2xl:whitespace-normal` },
    cell: ({ row }) => <AssignedCell user={row.original} />,
  };
}

const passwordColumn: ColumnDef<UserSummary> = {
  id: "password",
  header: "Password",
  meta: { cardLabel: "Password", className: `${dense} max-md:col-span-2 md:w-25 xl:w-32` },
  cell: () => <PasswordMask />,
};

/** As superadmins see them. */
const users: PeopleKind<UserSummary, UserPage, UserSort> = {
  texts: userTexts,
  path: "/api/user",
  listFields: { assigned: String(ASSIGNED_SHOWN) },
  rowsOf: (page) => page.users,
  nameOf,
  columns: [nameColumn(nameOf, "md:w-[22%]"), emailColumn(), assignedColumn("md:w-[18%]"), createdColumn()],
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
  columns: [nameColumn(nameOf, "md:w-[17%]"), emailColumn(), passwordColumn, assignedColumn("md:w-[16%]"), createdColumn()],
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
