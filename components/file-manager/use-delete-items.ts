"use client";

import { useRef, useState } from "react";
import type { FileItem } from "@/lib/files/schema";
import { deleteItem, restoreItem } from "./file-calls";
import { deleteFailure, fileFailure } from "./file-failure";
import type { Say } from "./use-say";

/** More are restored from the trash, one by one or as they are wanted, not by a button that is gone in a moment. */
const UNDO_MAX = 100;

interface DeleteItems {
  project: string;
  say: Say;
  /** Loads the folder anew. */
  load: () => void;
}

/** Deletes items one after the other, and stops at the first that does not go (spec 001 §7). */
export function useDeleteItems({ project, say, load }: DeleteItems) {
  /** How many are gone of those that are to go; null while nothing is deleted. */
  const [done, setDone] = useState<number | null>(null);
  const isStopped = useRef(false);

  async function undo(trashIds: readonly string[]) {
    try {
      // The last first: a folder that was deleted after what lay beside it comes back before that.
      for (const id of trashIds.toReversed()) await restoreItem(project, id);
      say("success", `Restored ${trashIds.length} item(s) successfully`);
    } catch (error) {
      say("error", fileFailure(error, "Failed to restore items", "Error restoring items"));
    }
    load();
  }

  /** @returns names of those that are gone, and what went wrong then */
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
    isBusy: done !== null,
    /** Lets those be that are still there. */
    stop: () => {
      isStopped.current = true;
    },
    /** Resolves when the last is gone, or the first was not. */
    run: async (items: readonly FileItem[], permanently: boolean) => {
      isStopped.current = false;
      setDone(0);
      const { count, trashIds, failure } = await remove(items, permanently);
      setDone(null);
      load();
      if (failure) say("error", failure);
      else {
        const canUndo = trashIds.length > 0 && trashIds.length <= UNDO_MAX;
        const action = canUndo ? { label: "Undo", run: () => void undo(trashIds) } : undefined;
        say("success", `Deleted ${count} item(s) successfully`, action);
      }
    },
  };
}
