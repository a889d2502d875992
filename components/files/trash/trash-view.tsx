"use client";

import { CloudOff, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useKeptFocus } from "@/components/publish/progress/use-kept-focus";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { loadErrorMessage } from "@/components/shared/load-error";
import type { TrashItem } from "@/lib/files/trash/schema";
import { RetryButton } from "../load-states";
import { deleteQuestion } from "./trash-messages";
import { TrashTable } from "./trash-table";
import { TrashToolbar } from "./trash-toolbar";
import { useTrash } from "./use-trash";

interface TrashViewProps {
  project: string;
  onRestored: () => void;
  onClose: () => void;
}

export function TrashView({ project, onRestored, onClose }: TrashViewProps) {
  const trash = useTrash(project, onRestored);
  const { items, work } = trash;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // Kept while the dialog fades out, so that its text doesn't change.
  const [toDelete, setToDelete] = useState<{ items: readonly TrashItem[]; isEverything: boolean }>({ items: [], isEverything: false });
  const [isAsking, setAsking] = useState(false);
  const chosen = useMemo(() => (items ?? []).filter(({ _id }) => marked.has(_id)), [items, marked]);
  const panel = useKeptFocus(`${work?.kind} ${items?.length}`);

  function ask(items: readonly TrashItem[], isEverything = false) {
    setToDelete({ items, isEverything });
    setAsking(true);
  }
  const choose = (these: readonly TrashItem[]) => setMarked(new Set(these.map(({ _id }) => _id)));

  return (
    <section ref={panel} aria-label="Trash" tabIndex={-1} className="grid content-start gap-4 outline-none">
      <TrashToolbar trash={trash} chosen={chosen} onBack={onClose} onDelete={() => ask(chosen)} onEmpty={() => ask(items ?? [], true)} />
      {items === undefined || items.length === 0 ? (
        <TrashPlaceholder {...trash}>Deleted files and folders appear here.</TrashPlaceholder>
      ) : (
        <TrashTable items={items} trash={trash} chosen={chosen} onChoose={choose} onDelete={(item) => ask([item])} />
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
