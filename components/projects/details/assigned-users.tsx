"use client";

import { Undo2, UserMinus, UserPlus } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Initials } from "@/components/shared/initials";
import { SearchField } from "@/components/shared/list/search-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { AssignedUser } from "@/lib/projects/schema";

/** Ids of the users to remove when the project is saved. */
interface RemovalMarks {
  marked: ReadonlySet<string>;
  onMark: (marked: ReadonlySet<string>) => void;
}

function withToggled(marked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id]);
}

const fold = (text: string) => text.normalize("NFC").toLowerCase();

function usersNamed(users: AssignedUser[], search: string): AssignedUser[] {
  const wanted = fold(search.trim());
  return wanted === "" ? users : users.filter(({ fullName, email }) => fold(`${fullName}\n${email}`).includes(wanted));
}

const FIRST_SHOWN = 5;
const SHOWN_MORE = 100;
const SEARCHED_FROM = 8;

interface AssignedUsersProps {
  users: AssignedUser[];
  removal?: RemovalMarks;
}

export function AssignedUsers({ users, removal }: AssignedUsersProps) {
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const found = useMemo(() => usersNamed(users, search), [users, search]);
  const shown = found.slice(0, limit);
  const more = found.length - shown.length;
  const listId = useId();

  function look(text: string) {
    setSearch(text);
    setLimit(FIRST_SHOWN);
  }

  if (users.length === 0) return <p className="text-ink-muted">No users assigned to this project.</p>;
  return (
    <div className="grid gap-2">
      {users.length >= SEARCHED_FROM ? <SearchField value={search} onChange={look} placeholder="Search users..." /> : null}
      {removal ? <MarkAll users={users} found={found} removal={removal} isSearched={search.trim() !== ""} /> : null}
      {found.length > 0 ? (
        <ul id={listId} className="divide-y overflow-hidden rounded-lg border">
          {shown.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              mark="remove"
              isMarked={removal?.marked.has(user._id)}
              onToggle={removal && (() => removal.onMark(withToggled(removal.marked, user._id)))}
            />
          ))}
        </ul>
      ) : (
        <p role="status" className="py-2 text-ink-muted">
          No users match your search.
        </p>
      )}
      {more > 0 ? (
        <Button
          variant="ghost"
          size="small"
          aria-controls={listId}
          className="justify-self-start"
          onClick={() => setLimit(limit + SHOWN_MORE)}
        >
          Show {Math.min(more, SHOWN_MORE).toLocaleString("en-US")} more of {found.length.toLocaleString("en-US")}
        </Button>
      ) : null}
    </div>
  );
}

interface MarkAllProps {
  users: AssignedUser[];
  found: AssignedUser[];
  removal: RemovalMarks;
  isSearched: boolean;
}

function MarkAll({ users, found, removal: { marked, onMark }, isSearched }: MarkAllProps) {
  const foundIds = found.map(({ _id }) => _id);
  const count = users.reduce((sum, { _id }) => sum + Number(marked.has(_id)), 0);
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <p role="status" className={cn("tabular-nums", count > 0 ? "text-danger-ink" : "text-ink-muted")}>
        {count > 0
          ? `${count.toLocaleString("en-US")} of ${users.length.toLocaleString("en-US")} marked for removal`
          : "No users marked for removal"}
      </p>
      <span className="flex gap-3">
        <Button
          variant="link"
          size="inline"
          disabled={foundIds.every((id) => marked.has(id))}
          onClick={() => onMark(new Set([...marked, ...foundIds]))}
        >
          {isSearched ? "Mark all found" : "Mark all"}
        </Button>
        <Button variant="link" size="inline" disabled={count === 0} onClick={() => onMark(new Set())}>
          Undo all
        </Button>
      </span>
    </div>
  );
}

const marks = {
  remove: { icon: UserMinus, label: "Remove", undo: "Undo removal of", row: "bg-danger-soft", ink: "text-danger-ink" },
  add: { icon: UserPlus, label: "Add", undo: "Undo addition of", row: "bg-accent-soft", ink: "" },
} as const;

export type ListedUser = Pick<AssignedUser, "_id" | "fullName" | "email">;

interface UserRowProps {
  user: ListedUser;
  mark: keyof typeof marks;
  isMarked: boolean | undefined;
  badge?: string | false;
  /** Without it, the row has no button. */
  onToggle: (() => void) | undefined;
}

export function UserRow({ user, mark, isMarked = false, badge, onToggle }: UserRowProps) {
  const { fullName, email } = user;
  const { icon: Icon, label, undo, row, ink } = marks[mark];
  return (
    <li className={cn("flex flex-wrap items-center gap-3 px-3 py-2", isMarked && row)}>
      <Initials name={fullName} />
      <span className="min-w-0 flex-1 basis-32">
        <bdi className={cn("wrap-anywhere block", isMarked && ink, isMarked && mark === "remove" && "line-through")}>{fullName}</bdi>
        <span className={cn("wrap-anywhere block text-ink-muted text-sm", isMarked && ink)}>{email}</span>
        {badge ? <Badge tone={isMarked ? "accent" : "neutral"}>{badge}</Badge> : null}
      </span>
      {onToggle ? (
        <Button variant="secondary" size="small" aria-label={`${isMarked ? undo : label} ${fullName}`} onClick={onToggle}>
          {isMarked ? <Undo2 aria-hidden /> : <Icon aria-hidden />}
          {isMarked ? "Undo" : label}
        </Button>
      ) : null}
    </li>
  );
}
