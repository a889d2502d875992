"use client";

import { FolderPlus, MailPlus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import type { SelectedRows } from "@/components/shared/list/select-rows";
import { Button, IconButton } from "@/components/ui/button";
import type { UserSummary } from "@/lib/accounts/users/schema";
import type { BulkAction } from "./bulk-dialog";

const BulkDialog = lazyPart(() => import("./bulk-dialog").then(({ BulkDialog }) => BulkDialog));

interface BulkBarProps {
  selection: SelectedRows<UserSummary>;
  reload: () => Promise<void>;
}

/** Offers what can be done to the selected users at once. */
export function BulkBar({ selection: { selected, select, all }, reload }: BulkBarProps) {
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
