"use client";

import { FolderPlus, MailPlus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import { FilterButton } from "@/components/shared/list/filter-button";
import type { Column } from "@/components/shared/list/list-table";
import type { SelectedRows } from "@/components/shared/list/select-rows";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { type UserPage, type UserSummary, userAnswerSchema, userPageSchema } from "@/lib/accounts/users/schema";
import { USER_SORTS, type UserSort } from "@/lib/accounts/values";
import { type PeopleKind, PeopleScreen } from "../people-screen";
import { ASSIGNED_SHOWN, NO_USER_FILTERS, readUserFilters, userTexts } from "../people-texts";
import { createdColumn, dense, emailColumn, nameColumn } from "../person-columns";
import type { BulkAction } from "./bulk-dialog";

const BulkDialog = lazyPart(() => import("./bulk-dialog").then(({ BulkDialog }) => BulkDialog));

interface BulkBarProps {
  selection: SelectedRows<UserSummary>;
  reload: () => Promise<void>;
}

/** Offers what can be done to the selected users at once. */
function BulkBar({ selection: { selected, select, all }, reload }: BulkBarProps) {
  const [opened, setOpened] = useState<{ action: BulkAction; users: UserSummary[] } | null>(null);
  const open = (action: BulkAction, users = selected) => setOpened({ action, users });
  const invited = selected.filter(({ invitation }) => invitation !== null);
  return (
    <>
      {selected.length > 0 ? (
        <section
          aria-label="Selected users"
          className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-lg border bg-raised px-4 py-2.5 shadow-pop"
        >
          <Button
            variant="ghost"
            size="small-icon"
            className="-ml-2"
            aria-label="Clear selection"
            title="Clear selection"
            onClick={() => select(selected, false)}
          >
            <X aria-hidden />
          </Button>
          <p role="status" className="mr-auto font-medium tabular-nums">
            {countOf(selected.length, ["user", "users"])} selected
          </p>
          {all.checked ? null : (
            <Button variant="ghost" size="small" onClick={all.onChange}>
              Select All Shown
            </Button>
          )}
          <IconButton icon={FolderPlus} label="Assign" variant="secondary" size="small" onClick={() => open("assign")} />
          <IconButton
            icon={MailPlus}
            label="Invite Again"
            variant="secondary"
            size="small"
            disabled={invited.length === 0}
            onClick={() => open("invite", invited)}
          />
          <IconButton icon={Trash2} label="Delete" variant="secondary" size="small" onClick={() => open("delete")} />
        </section>
      ) : null}
      {opened ? (
        <BulkDialog
          {...opened}
          onDone={async () => {
            await reload();
            select(opened.users, false);
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

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
