"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { useJson } from "@/components/shared/use-json";
import type { FileItem } from "@/lib/files/schema";
import { TRASH_IDS_AT_ONCE, type TrashItem, trashAnswerSchema } from "@/lib/files/trash/schema";
import { filesPath } from "../manager/actions/file-addresses";
import { emptyTrash, restoreItem } from "../manager/actions/file-calls";
import { deletedMessage, reasonOf, restoredMessage } from "./trash-messages";

export function useTrash(project: string, onRestored: () => void) {
  const { showBanner } = useBanner();
  /** Ids of the items that are being restored or deleted. */
  const [work, setWork] = useState<ReadonlySet<string> | null>(null);
  const { data, error, isValidating, mutate } = useJson(filesPath(project, "trash"), trashAnswerSchema, {
    revalidateOnFocus: false,
    dedupingInterval: 0,
  });

  async function run(items: readonly TrashItem[], act: () => Promise<void>): Promise<void> {
    setWork(new Set(items.map(({ _id }) => _id)));
    await act();
    await mutate().catch(() => undefined);
    setWork(null);
  }

  async function restoreAll(items: readonly TrashItem[]): Promise<void> {
    const restored: { name: string; item: FileItem }[] = [];
    for (const { _id, name } of items) {
      try {
        restored.push({ name, item: (await restoreItem(project, _id)).item });
      } catch (reason) {
        showBanner({ tone: "error", message: `Failed to restore ${name}: ${reasonOf(reason)}` });
        break;
      }
    }
    if (restored.length > 0) onRestored();
    if (restored.length === items.length) showBanner({ tone: "success", message: restoredMessage(restored) });
  }

  async function deleteThese(items: readonly TrashItem[]): Promise<number> {
    let count = 0;
    for (let from = 0; from < items.length; from += TRASH_IDS_AT_ONCE) {
      const ids = items.slice(from, from + TRASH_IDS_AT_ONCE).map(({ _id }) => _id);
      count += (await emptyTrash(project, ids)).deleted;
    }
    return count;
  }

  async function deleteAll(items: readonly TrashItem[], isEverything: boolean): Promise<void> {
    try {
      const count = isEverything ? (await emptyTrash(project)).deleted : await deleteThese(items);
      showBanner({ tone: "success", message: deletedMessage(count) });
    } catch (reason) {
      const [only] = items;
      const what = only && items.length === 1 ? `Failed to delete ${only.name}` : "Error deleting items";
      showBanner({ tone: "error", message: `${what}: ${reasonOf(reason)}` });
    }
  }

  return {
    items: error ? undefined : data?.items,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    work,
    reload: () => void mutate().catch(() => undefined),
    restore: (items: readonly TrashItem[]) => run(items, () => restoreAll(items)),
    /** Deletes permanently. @param isEverything includes items that were deleted after the list was loaded */
    remove: (items: readonly TrashItem[], isEverything: boolean) => run(items, () => deleteAll(items, isEverything)),
  };
}

export type Trash = ReturnType<typeof useTrash>;
