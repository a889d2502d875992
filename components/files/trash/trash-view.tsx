"use client";

import { CloudOff, Trash2 } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useKeptFocus } from "@/components/publish/progress/use-kept-focus";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { loadErrorMessage, retryLabel, retryOf } from "@/components/shared/load-error";
import { TrashToolbar } from "@/components/trash/trash-toolbar";
import { Button } from "@/components/ui/button";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TrashTable } from "./trash-table";
import { deleteQuestion } from "./trash-words";
import { type Trash, useTrash } from "./use-trash";

interface TrashViewProps {
  /** Safe name of a project, or `assets`. */
  project: string;
  /** Something is in the map again. */
  onRestored: () => void;
  /** Back to the files. */
  onClose: () => void;
}

/** What is asked about before it is deleted for good. */
interface Doomed {
  items: readonly TrashItem[];
  isEverything: boolean;
}

/** What was deleted from a map in the last 30 days, in place of its files. */
export function TrashView({ project, onRestored, onClose }: TrashViewProps) {
  const trash = useTrash(project, onRestored);
  const { items, work, restore } = trash;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // Kept while the question fades out, so that its words do not change under the reader's eyes.
  const [doomed, setDoomed] = useState<Doomed>({ items: [], isEverything: false });
  const [isAsking, setAsking] = useState(false);
  // What is gone is no longer selected, whoever took it away.
  const chosen = useMemo(() => (items ?? []).filter(({ _id }) => marked.has(_id)), [items, marked]);
  const selected = useMemo(() => new Set(chosen.map(({ _id }) => _id)), [chosen]);
  const panel = useKeptFocus(`${work?.kind} ${items?.length}`);

  const toggle = useCallback(({ _id }: TrashItem) => {
    setMarked((before) => {
      const after = new Set(before);
      if (!after.delete(_id)) after.add(_id);
      return after;
    });
  }, []);
  function ask(items: readonly TrashItem[], isEverything = false) {
    setDoomed({ items, isEverything });
    setAsking(true);
  }
  const toggleAll = () => setMarked(new Set(chosen.length === items?.length ? [] : items?.map(({ _id }) => _id)));

  return (
    <section ref={panel} aria-label="Trash" tabIndex={-1} className="grid content-start gap-4 outline-none">
      <TrashToolbar
        count={items?.length ?? 0}
        selectedCount={chosen.length}
        isLoading={trash.isLoading && items !== undefined && work === null}
        isWorking={work !== null}
        onBack={onClose}
        onReload={trash.reload}
        onRestore={() => void restore(chosen)}
        onDelete={() => ask(chosen)}
        onEmpty={() => ask(items ?? [], true)}
      />
      {items === undefined || items.length === 0 ? (
        <Placeholder trash={trash} />
      ) : (
        <TrashTable
          items={items}
          work={work}
          selected={selected}
          onToggle={toggle}
          onToggleAll={toggleAll}
          onRestore={(item) => void restore([item])}
          onDelete={(item) => ask([item])}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={doomed.isEverything ? "Empty Trash" : "Delete Permanently"}
        confirmLabel={doomed.isEverything ? "Empty Trash" : "Delete"}
        onConfirm={() => {
          setAsking(false);
          void trash.remove(doomed.items, doomed.isEverything);
        }}
        onCancel={() => setAsking(false)}
      >
        {deleteQuestion(doomed.items.length)}
      </ConfirmDialog>
    </section>
  );
}

/** Stands where the items would: they are on their way, did not come, or there are none. */
function Placeholder({ trash: { items, error, reload } }: { trash: Trash }) {
  if (items) {
    return (
      <EmptyState icon={Trash2} title="The trash is empty">
        What you delete from these files comes here first.
      </EmptyState>
    );
  }
  if (!error) return <TableSkeleton label="Loading the trash" rows={4} />;
  const retry = (
    <Button variant="secondary" onClick={retryOf(error, reload)}>
      {retryLabel(error)}
    </Button>
  );
  return <EmptyState icon={CloudOff} tone="error" title={loadErrorMessage(error, "Failed to load the trash")} action={retry} />;
}
