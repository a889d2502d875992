"use client";

import { ArrowLeft, CloudOff, RotateCcw, RotateCw, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { formatBytes } from "@/components/shared/format-bytes";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { LoadMore } from "@/components/shared/list/load-more";
import { RowButton } from "@/components/shared/list/row-button";
import { type SelectedRows, selectColumn, useSelectedRows } from "@/components/shared/list/select-rows";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { loadErrorMessage } from "@/components/shared/load-error";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { useNow } from "@/components/shared/time/use-now";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Spinner } from "@/components/ui/spinner";
import { useKeptFocus } from "@/components/upload/progress/use-kept-focus";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { RetryButton } from "../load-states";
import { countOf } from "../manager/folder/item-paths";
import { ItemIcon } from "../manager/grid/item-icon";
import { daysLeft, daysLeftText, deleteQuestion, FEW_DAYS } from "./trash-messages";
import { type Trash, useTrash } from "./use-trash";

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

/** Returns the columns of the trash. @param now milliseconds since 1970 */
function trashColumns(
  selection: SelectedRows<TrashItem>,
  { work, restore }: Trash,
  now: number,
  onDelete: (item: TrashItem) => void,
): Column<TrashItem>[] {
  const unavailable = work ? "Wait until the current action finishes" : undefined;
  return [
    selectColumn(selection, { label: "Select all", nameOf: ({ name }) => name, className: "@max-table:col-span-2 @table:w-10" }),
    {
      header: "Name",
      className: "@max-table:col-span-2",
      cell: (item) => (
        <span className="flex items-start gap-2.5">
          {work?.has(item._id) ? <Spinner className="mt-0.5" /> : <ItemIcon item={item} className="mt-0.5 size-4" />}
          <span className="grid min-w-0 gap-0.5">
            <bdi className="wrap-anywhere font-medium">{item.name}</bdi>
            <span className="wrap-anywhere text-ink-muted text-sm">
              <span className="sr-only">Deleted from </span>
              {item.from === "" ? "Top folder" : <bdi>{item.from}</bdi>}
            </span>
          </span>
        </span>
      ),
    },
    {
      header: "Size",
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums",
      cell: (item) => (
        <>
          {formatBytes(item.size)}
          {item.type === "folder" ? <span className="block text-ink-muted text-sm">{countOf(item.fileCount, "file")}</span> : null}
        </>
      ),
    },
    {
      header: "Deleted",
      isLabelled: true,
      cell: (item) => (
        <>
          <time dateTime={item.deletedAt} title={formatMoment(item.deletedAt)}>
            {formatRelativeTime(item.deletedAt, now)}
          </time>
          <bdi className="wrap-anywhere block text-ink-muted text-sm">{item.deletedBy?.fullName ?? "Unknown"}</bdi>
        </>
      ),
    },
    {
      header: "Time Left",
      isLabelled: true,
      cell: (item) => {
        const days = daysLeft(item, now);
        return <Badge tone={days <= FEW_DAYS ? "warning" : "neutral"}>{daysLeftText(days)}</Badge>;
      },
    },
    {
      header: "Actions",
      className: "@max-table:col-span-2",
      cell: (item) => (
        <div className="flex justify-end gap-2">
          <RowButton icon={RotateCcw} label="Restore" about={item.name} unavailable={unavailable} onClick={() => void restore([item])} />
          <RowButton
            icon={Trash2}
            label="Delete Permanently"
            about={item.name}
            unavailable={unavailable}
            isCompact
            onClick={() => onDelete(item)}
          />
        </div>
      ),
    },
  ];
}
