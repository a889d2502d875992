"use client";

import { useId, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { Progress } from "@/components/ui/progress";
import type { FileItem } from "@/lib/files/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { deleteQuestion } from "../../trash/trash-messages";

const NAMED = 3;

interface DeleteItemsDialogProps {
  items: readonly FileItem[];
  done: number | null;
  onDelete: (permanently: boolean) => void;
  onStop: () => void;
  onClose: () => void;
}

export function DeleteItemsDialog({ items, done, onDelete, onStop, onClose }: DeleteItemsDialogProps) {
  const id = useId();
  const [isPermanent, setPermanent] = useState(false);
  const isBusy = done !== null;
  const named = items.slice(0, NAMED).map(({ name }) => name);
  const rest = items.length - named.length;
  return (
    <ConfirmDialog
      isOpen
      title="Delete Items"
      confirmLabel={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => onDelete(isPermanent)}
      onStop={onStop}
      onCancel={onClose}
      details={
        <>
          <ul className="my-1 grid gap-0.5 rounded-lg border bg-surface px-3 py-2">
            {named.map((name) => (
              <li key={name} className="truncate">
                <bdi>{name}</bdi>
              </li>
            ))}
            {rest > 0 ? <li className="text-ink-muted">and {rest.toLocaleString("en-US")} more</li> : null}
          </ul>
          <label htmlFor={id} className="flex w-fit items-center gap-2.5 py-1">
            <Checkbox id={id} checked={isPermanent} disabled={isBusy} onChange={(event) => setPermanent(event.target.checked)} />
            Delete permanently
          </label>
          {isBusy && items.length > 1 ? (
            <div className="grid gap-1.5">
              <Progress value={(100 * done) / items.length} label="Deleting" />
              <p className="text-ink-muted text-sm tabular-nums">
                {done.toLocaleString("en-US")} of {items.length.toLocaleString("en-US")} deleted
              </p>
            </div>
          ) : null}
        </>
      }
    >
      {isPermanent
        ? deleteQuestion(items.length)
        : `Are you sure you want to delete ${items.length} item(s)? They can be restored from the trash for ${TRASH_DAYS} days.`}
    </ConfirmDialog>
  );
}
