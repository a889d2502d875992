"use client";

import { useRef, useState } from "react";
import { deleteItem, restoreItem } from "@/components/file-manager/file-calls";
import type { Say } from "@/components/file-manager/use-say";
import type { FileItem } from "@/lib/files/schema";
import { deleteFailure, fileFailure } from "./file-failure";

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
  /** Of the last deletion, in the trash, unless something else was done since. */
  const undoable = useRef<readonly string[]>([]);
  const [isRestoring, setRestoring] = useState(false);

  /** Takes the last deletion back, once: the button that offers it is out of the keyboard's reach, and its keys are not. */
  async function undo() {
    const trashIds = undoable.current;
    if (trashIds.length === 0) return;
    undoable.current = [];
    setRestoring(true);
    try {
      // The last first: a folder that was deleted after what lay beside it comes back before that.
      for (const id of trashIds.toReversed()) await restoreItem(project, id);
      say("success", `Restored ${trashIds.length} item(s) successfully`);
    } catch (error) {
      say("error", fileFailure(error, "Failed to restore items", "Error restoring items"));
    }
    setRestoring(false);
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
    isRestoring,
    undo: () => void undo(),
    /** Something else was done: what is taken back next would be that. */
    forget: () => {
      undoable.current = [];
    },
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
      undoable.current = trashIds.length <= UNDO_MAX ? trashIds : [];
      if (failure) say("error", failure);
      else {
        const action = undoable.current.length > 0 ? { label: "Undo", keys: "Ctrl+Z", run: () => void undo() } : undefined;
        say("success", `Deleted ${count} item(s) successfully`, action);
      }
    },
  };
}
