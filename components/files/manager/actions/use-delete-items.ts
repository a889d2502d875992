"use client";

import { useRef, useState } from "react";
import { UNDO_NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import type { FileItem } from "@/lib/files/schema";
import { deleteFailure, deleteItem, fileFailure, restoreItem } from "./file-calls";

const UNDO_MAX = 100;

export function useDeleteItems(project: string, load: () => void) {
  const { showBanner } = useBanner();
  const [done, setDone] = useState<number | null>(null);
  const isStopped = useRef(false);
  const undoable = useRef<readonly string[]>([]);
  const [isRestoring, setRestoring] = useState(false);

  /** Undoes the last deletion once. It also runs by keyboard shortcut, after the banner with the button has disappeared. */
  async function undo() {
    const trashIds = undoable.current;
    if (trashIds.length === 0) return;
    undoable.current = [];
    setRestoring(true);
    try {
      // In reverse order: an item deleted before its folder needs that folder first.
      for (const id of trashIds.toReversed()) await restoreItem(project, id);
      showBanner({ tone: "success", message: `Restored ${trashIds.length} item(s) successfully` });
    } catch (error) {
      showBanner({ tone: "error", message: fileFailure(error, "Failed to restore items", "Error restoring items") });
    }
    setRestoring(false);
    load();
  }

  async function remove(items: readonly FileItem[], permanently: boolean) {
    const trashIds: string[] = [];
    let count = 0;
    for (const item of items) {
      if (isStopped.current) break;
      try {
        const { trashId } = await deleteItem(project, item, permanently);
        if (trashId !== null) trashIds.push(trashId);
      } catch (error) {
        return { count, trashIds, failure: deleteFailure(error, item.name) };
      }
      count += 1;
      setDone(count);
    }
    return { count, trashIds, failure: null };
  }

  return {
    done,
    isRestoring,
    undo: () => void undo(),
    forget: () => {
      undoable.current = [];
    },
    stop: () => {
      isStopped.current = true;
    },
    run: async (items: readonly FileItem[], permanently: boolean) => {
      isStopped.current = false;
      setDone(0);
      const { count, trashIds, failure } = await remove(items, permanently);
      setDone(null);
      load();
      undoable.current = trashIds.length <= UNDO_MAX ? trashIds : [];
      if (failure) showBanner({ tone: "error", message: failure });
      else {
        const action = undoable.current.length > 0 ? { label: "Undo", keys: "Ctrl+Z", run: () => void undo() } : undefined;
        showBanner({
          tone: "success",
          message: `Deleted ${count} item(s) successfully`,
          ...(action && { action, timeout: UNDO_NOTICE_MS }),
        });
      }
    },
  };
}
