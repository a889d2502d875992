"use client";

import { Undo2, UserMinus } from "lucide-react";
import { memo, useId, useMemo, useState } from "react";
import { Initials } from "@/components/shared/initials";
import { SearchField } from "@/components/shared/list/search-field";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { AssignedUser } from "@/lib/projects/schema";
import type { RemovalMarks } from "../use-removal-marks";
import { usersNamed } from "../users-named";

/** Drawn at first, and with each press of the button below them. */
const FIRST_SHOWN = 5;
const SHOWN_MORE = 100;
/** Fewer are looked through more quickly than searched. */
const SEARCHED_FROM = 8;

interface AssignedUsersProps {
  users: AssignedUser[];
  /** Without it they are only shown. */
  removal?: RemovalMarks;
}

/** The people who may open a project, however many they are. */
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
            <UserRow key={user._id} user={user} isMarked={removal?.marked.has(user._id) ?? false} onToggle={removal?.toggle} />
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

/** How many are marked, and the marks of many at once. */
function MarkAll({ users, found, removal: { marked, add, clear }, isSearched }: MarkAllProps) {
  const foundIds = found.map(({ _id }) => _id);
  const count = users.reduce((sum, { _id }) => sum + Number(marked.has(_id)), 0);
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <p role="status" className={classNames("tabular-nums", count > 0 ? "text-danger-ink" : "text-ink-muted")}>
        {count > 0
          ? `${count.toLocaleString("en-US")} of ${users.length.toLocaleString("en-US")} marked for removal`
          : "Nobody is marked for removal"}
      </p>
      <span className="flex gap-3">
        <Button variant="link" size="inline" disabled={foundIds.every((id) => marked.has(id))} onClick={() => add(foundIds)}>
          {isSearched ? "Mark all found" : "Mark all"}
        </Button>
        <Button variant="link" size="inline" disabled={count === 0} onClick={clear}>
          Undo all
        </Button>
      </span>
    </div>
  );
}

interface UserRowProps {
  user: AssignedUser;
  isMarked: boolean;
  onToggle: ((id: string) => void) | undefined;
}

/** Of hundreds only the one that was pressed is drawn anew. */
const UserRow = memo(function UserRow({ user, isMarked, onToggle }: UserRowProps) {
  const { fullName, email } = user;
  return (
    <li className={classNames("flex items-center gap-3 px-3 py-2", isMarked && "bg-danger-soft")}>
      <Initials name={fullName} />
      <span className="min-w-0 flex-1">
        <bdi className={classNames("wrap-anywhere block", isMarked && "text-danger-ink line-through")}>{fullName}</bdi>
        <span className={classNames("wrap-anywhere block text-sm", isMarked ? "text-danger-ink" : "text-ink-muted")}>{email}</span>
      </span>
      {onToggle ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={isMarked ? `Undo removal of ${fullName}` : `Remove ${fullName}`}
          onClick={() => onToggle(user._id)}
        >
          {isMarked ? <Undo2 aria-hidden /> : <UserMinus aria-hidden />}
          {isMarked ? "Undo" : "Remove"}
        </Button>
      ) : null}
    </li>
  );
});
