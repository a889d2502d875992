"use client";

import { ArrowLeft, RotateCcw, RotateCw, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TRASH_DAYS } from "@/lib/files/trash/schema";

interface TrashToolbarProps {
  /** Of the items that are listed. */
  count: number;
  selectedCount: number;
  isLoading: boolean;
  /** Something is being done with items. */
  isWorking: boolean;
  onBack: () => void;
  onReload: () => void;
  onRestore: () => void;
  onDelete: () => void;
  onEmpty: () => void;
}

/** What can be done with the trash as a whole, and with the items that are selected. */
export function TrashToolbar({
  count,
  selectedCount,
  isLoading,
  isWorking,
  onBack,
  onReload,
  onRestore,
  onDelete,
  onEmpty,
}: TrashToolbarProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden />
          Back to Files
        </Button>
        <Button variant="ghost" size="small" busy={isLoading} onClick={onReload}>
          {isLoading ? null : <RotateCw aria-hidden />}
          Refresh
        </Button>
        <div className="ml-auto flex flex-wrap gap-2">
          {selectedCount > 0 ? (
            <>
              <Button variant="secondary" size="small" disabled={isWorking} onClick={onRestore}>
                <RotateCcw aria-hidden />
                Restore ({selectedCount})
              </Button>
              <Button variant="secondary" size="small" disabled={isWorking} onClick={onDelete} className="text-danger-ink">
                <Trash2 aria-hidden />
                Delete Permanently ({selectedCount})
              </Button>
            </>
          ) : (
            <Button variant="secondary" size="small" disabled={isWorking || count === 0} onClick={onEmpty} className="text-danger-ink">
              <Trash2 aria-hidden />
              Empty Trash
            </Button>
          )}
        </div>
      </div>
      <p className="text-ink-muted">Deleted items stay here for {TRASH_DAYS} days and can be restored until then.</p>
    </div>
  );
}
