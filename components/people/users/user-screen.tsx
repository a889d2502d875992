"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { FilterButton } from "@/components/shared/list/filter-button";
import type { Column } from "@/components/shared/list/list-table";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Badge } from "@/components/ui/badge";
import { type UserPage, type UserSummary, userAnswerSchema, userPageSchema } from "@/lib/accounts/users/schema";
import { USER_SORTS, type UserSort } from "@/lib/accounts/values";
import { type PeopleKind, PeopleScreen } from "../people-screen";
import { ASSIGNED_SHOWN, NO_USER_FILTERS, readUserFilters, userTexts } from "../people-texts";
import { createdColumn, dense, emailColumn, nameColumn } from "../person-columns";
import { BulkBar } from "./bulk-bar";

const OpenedUserFilter = lazyPart(
  () => import("./user-filter").then(({ OpenedUserFilter }) => OpenedUserFilter),
  ({ trigger }) => trigger,
);
const UserDialog = lazyPart(() => import("./user-dialog").then(({ UserDialog }) => UserDialog));

function AssignedCell({ user }: { user: UserSummary }) {
  const shown = user.assignedProjects.slice(0, ASSIGNED_SHOWN);
  const more = user.assignedProjectCount - shown.length;
  if (user.assignedProjectCount === 0) return <span className="text-ink-muted">No projects assigned</span>;
  return (
    <ul className="flex flex-wrap gap-1 @max-table:mt-1">
      {shown.map((project) => (
        <li key={project._id} className="flex min-w-0 max-w-full">
          <Badge dir="auto" tone="accent" title={project.name} className="block max-w-52 truncate">
            {project.name}
          </Badge>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <Badge className="tabular-nums">{`+${more.toLocaleString("en-US")} more`}</Badge>
        </li>
      ) : null}
    </ul>
  );
}

function UserFilter({ count }: { count: number }) {
  const [isUsed, setIsUsed] = useState(false);
  return isUsed ? (
    <OpenedUserFilter trigger={<FilterButton count={count} />} onClose={() => setIsUsed(false)} />
  ) : (
    <FilterButton count={count} aria-haspopup="dialog" aria-expanded={false} onClick={() => setIsUsed(true)} />
  );
}

const MASK = `${"•".repeat(20)}…`;

/** The same for every user. Passwords are stored hashed, so their length is unknown. */
function PasswordMask() {
  return (
    <>
      <span
        aria-hidden
        className="select-none whitespace-nowrap text-ink-muted text-xs tracking-[-0.18em] @table:@max-wide:tracking-[-0.26em]"
      >
        {MASK}
      </span>
      <span className="sr-only">Passwords are not shown</span>
    </>
  );
}

const nameOf = ({ fullName }: UserSummary) => fullName;

function assignedColumn(width: string): Column<UserSummary> {
  return {
    header: "Assigned Projects",
    sorts: ["projects-asc", "projects-desc"],
    isLabelled: true,
    className: `${dense} ${width} @max-table:col-span-2 @table:@max-[75rem]:whitespace-normal`,
    cell: (user) => <AssignedCell user={user} />,
  };
}

const passwordColumn: Column<UserSummary> = {
  header: "Password",
  isLabelled: true,
  className: `${dense} @max-table:col-span-2 @table:w-25 @wide:w-32`,
  cell: ({ invitation }) => (invitation ? <span className="text-ink-muted">Not set yet</span> : <PasswordMask />),
};

const users: PeopleKind<UserSummary, UserPage, UserSort> = {
  texts: userTexts,
  path: "/api/user",
  pageSchema: userPageSchema,
  listFields: { assigned: String(ASSIGNED_SHOWN) },
  rowsOf: (page) => page.users,
  savedOf: (answer) => parseAnswer(userAnswerSchema, answer).user,
  nameOf,
  columns: [nameColumn(nameOf, "@table:w-[22%]"), emailColumn(), assignedColumn("@table:w-[18%]"), createdColumn()],
  sorts: USER_SORTS,
  filters: { read: readUserFilters, none: NO_USER_FILTERS, renderButton: (count) => <UserFilter count={count} /> },
  renderBulk: (props) => <BulkBar {...props} />,
  renderForm: (props) => <UserDialog {...props} canResetFactors />,
};

const usersWithPasswords: typeof users = {
  ...users,
  columns: [nameColumn(nameOf, "@table:w-[17%]"), emailColumn(), passwordColumn, assignedColumn("@table:w-[16%]"), createdColumn()],
  renderForm: (props) => <UserDialog {...props} canResetFactors={false} />,
};

interface UserScreenProps {
  initial: InitialPage<UserPage, UserSort> | null;
  showsPasswords: boolean;
  sendsMail: boolean;
}

export function UserScreen({ initial, showsPasswords, sendsMail }: UserScreenProps) {
  return <PeopleScreen kind={showsPasswords ? usersWithPasswords : users} initial={initial} sendsMail={sendsMail} />;
}
