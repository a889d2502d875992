"use client";

import { ArrowLeft, RotateCcw, RotateCw, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import type { Trash } from "./use-trash";

interface TrashToolbarProps {
  trash: Trash;
  chosen: readonly TrashItem[];
  onBack: () => void;
  onDelete: () => void;
  onEmpty: () => void;
}

export function TrashToolbar({ trash: { items, isLoading, work, reload, restore }, chosen, onBack, onDelete, onEmpty }: TrashToolbarProps) {
  const isReloading = isLoading && items !== undefined && work === null;
  const common = { variant: "secondary", size: "small", disabled: work !== null } as const;
  const danger = { ...common, icon: Trash2, className: "text-danger-ink" };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton icon={ArrowLeft} label="Back to Files" variant="secondary" size="small" onClick={onBack} />
        <IconButton icon={RotateCw} label="Refresh" variant="ghost" size="small" busy={isReloading} onClick={reload} />
        <div className="ml-auto flex flex-wrap gap-2">
          {chosen.length > 0 ? (
            <>
              <IconButton {...common} icon={RotateCcw} label={`Restore (${chosen.length})`} onClick={() => void restore(chosen)} />
              <IconButton {...danger} label={`Delete Permanently (${chosen.length})`} onClick={onDelete} />
            </>
          ) : (
            <IconButton {...danger} label="Empty Trash" disabled={work !== null || !items?.length} onClick={onEmpty} />
          )}
        </div>
      </div>
      <p className="text-ink-muted">You can restore deleted items for {TRASH_DAYS} days.</p>
    </div>
  );
}
