"use client";

import { ArrowLeft, CloudOff, RotateCcw, RotateCw, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { ListTable } from "@/components/shared/list/list-table";
import { LoadMore } from "@/components/shared/list/load-more";
import { useSelectedRows } from "@/components/shared/list/select-rows";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { loadErrorMessage } from "@/components/shared/load-error";
import { useNow } from "@/components/shared/time/use-now";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useKeptFocus } from "@/components/upload/progress/use-kept-focus";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { RetryButton } from "../load-states";
import { trashColumns } from "./trash-columns";
import { deleteQuestion } from "./trash-messages";
import { useTrash } from "./use-trash";

const ROWS_AT_ONCE = 100;

interface TrashViewProps {
  project: string;
  onRestored: () => void;
  onClose: () => void;
}

const noItems: readonly TrashItem[] = [];

export function TrashView({ project, onRestored, onClose }: TrashViewProps) {
  const trash = useTrash(project, onRestored);
  const { items = noItems, isLoading, work, reload, restore } = trash;
  const selection = useSelectedRows(items);
  const { selected } = selection;
  const selectAll = useId();
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const [openedAt] = useState(() => Date.now());
  const now = useNow(openedAt);
  // Kept while the dialog fades out, so that its text doesn't change.
  const [toDelete, setToDelete] = useState<{ items: readonly TrashItem[]; isEverything: boolean }>({ items: [], isEverything: false });
  const [isAsking, setAsking] = useState(false);
  const panel = useKeptFocus(`${work !== null} ${items.length}`);

  function ask(items: readonly TrashItem[], isEverything = false) {
    setToDelete({ items, isEverything });
    setAsking(true);
  }

  const shown = items.slice(0, count);
  const more = { total: items.length, hasMore: shown.length < items.length, isLoadingMore: false };
  const small = { variant: "secondary", size: "small", disabled: work !== null } as const;
  const danger = { ...small, icon: Trash2, className: "text-danger-ink" };
  return (
    <section ref={panel} aria-label="Trash" tabIndex={-1} className="grid content-start gap-4 outline-none">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton icon={ArrowLeft} label="Back to Files" variant="secondary" size="small" onClick={onClose} />
          <IconButton
            icon={RotateCw}
            label="Refresh"
            variant="ghost"
            size="small"
            busy={isLoading && trash.items !== undefined && work === null}
            onClick={reload}
          />
          <div className="ml-auto flex flex-wrap gap-2">
            {selected.length > 0 ? (
              <>
                <IconButton {...small} icon={RotateCcw} label={`Restore (${selected.length})`} onClick={() => void restore(selected)} />
                <IconButton {...danger} label={`Delete Permanently (${selected.length})`} onClick={() => ask(selected)} />
              </>
            ) : (
              <IconButton {...danger} label="Empty Trash" disabled={work !== null || items.length === 0} onClick={() => ask(items, true)} />
            )}
          </div>
        </div>
        <p className="text-ink-muted">You can restore deleted items for {TRASH_DAYS} days.</p>
      </div>
      {items.length === 0 ? (
        <TrashPlaceholder {...trash}>Deleted files and folders appear here.</TrashPlaceholder>
      ) : (
        <div className="@container grid gap-3">
          {/* The cards of a narrow list have no head. */}
          <label htmlFor={selectAll} className="flex w-fit items-center gap-2.5 px-4 @table:hidden">
            <Checkbox id={selectAll} {...selection.all} className="pointer-coarse:size-5" />
            Select all
          </label>
          <ListTable rows={shown} columns={trashColumns(selection, trash, now, (item) => ask([item]))} label="Trash" />
          <LoadMore
            list={{ ...more, loadMore: () => setCount((before) => before + ROWS_AT_ONCE) }}
            shown={shown.length}
            noun={["item", "items"]}
            messageOf={() => ""}
          />
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={toDelete.isEverything ? "Empty Trash" : "Delete Permanently"}
        confirmLabel={toDelete.isEverything ? "Empty Trash" : "Delete"}
        onConfirm={() => {
          setAsking(false);
          void trash.remove(toDelete.items, toDelete.isEverything);
        }}
        onCancel={() => setAsking(false)}
      >
        {deleteQuestion(toDelete.items.length)}
      </ConfirmDialog>
    </section>
  );
}

interface TrashPlaceholderProps {
  items: unknown;
  error: unknown;
  reload: () => void;
  children: string;
}

/** Renders an empty trash, or one that is loading or failed to load. @param children text of the empty one */
export function TrashPlaceholder({ items, error, reload, children }: TrashPlaceholderProps) {
  if (items) {
    return (
      <EmptyState icon={Trash2} title="The trash is empty">
        {children}
      </EmptyState>
    );
  }
  if (!error) return <TableSkeleton label="Loading the trash" rows={4} />;
  const retry = <RetryButton error={error} onRetry={reload} />;
  return <EmptyState icon={CloudOff} tone="error" title={loadErrorMessage(error, "Failed to load the trash")} action={retry} />;
}
