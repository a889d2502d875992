"use client";

import { useState } from "react";
import { type ListedUser, UserRow } from "@/components/projects/details/assigned-users";
import { countOf } from "@/components/shared/count-of";
import { listAddress } from "@/components/shared/list/list-query";
import { SearchField } from "@/components/shared/list/search-field";
import { useDraft } from "@/components/shared/list/use-list-query";
import { loadErrorMessage } from "@/components/shared/load-error";
import { useJson } from "@/components/shared/use-json";
import { userPageSchema } from "@/lib/accounts/users/schema";

const SHOWN = 8;

interface AddedUsersProps {
  added: readonly ListedUser[];
  onChange: (added: readonly ListedUser[]) => void;
}

/** Finds users, and marks those to add. */
export function AddedUsers({ added, onChange }: AddedUsersProps) {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDraft(search, setSearch);
  const address = listAddress("/api/user/all", { limit: String(SHOWN), assigned: "0" }, { search, sort: "name-asc" });
  const { data, error } = useJson(search.trim() ? address : null, userPageSchema, { keepPreviousData: true });
  const { users, total } = (search.trim() && data) || { users: [], total: null };
  const isIn = (list: readonly ListedUser[], { _id }: ListedUser) => list.some((user) => user._id === _id);
  const shown = [...added.filter((user) => !isIn(users, user)), ...users];
  const toggle = (user: ListedUser) => onChange(isIn(added, user) ? added.filter(({ _id }) => _id !== user._id) : [...added, user]);
  return (
    <div className="grid gap-2">
      <SearchField value={typed} onChange={setTyped} placeholder="Find users to add..." />
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {error ? loadErrorMessage(error, "Failed to load users") : null}
        {total === null || error ? null : countOf(total, ["user matches", "users match"])}
        {total !== null && total > SHOWN ? `, the first ${SHOWN} are shown` : null}
      </p>
      {shown.length > 0 ? (
        <ul aria-label="Users to add" className="divide-y overflow-hidden rounded-lg border">
          {shown.map((user) => {
            const isMarked = isIn(added, user);
            return (
              <UserRow key={user._id} {...{ user, isMarked }} badge={isMarked && "To be added"} onToggle={() => toggle(user)} mark="add" />
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
