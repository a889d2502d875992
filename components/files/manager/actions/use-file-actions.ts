"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { type FileItem, ITEMS_AT_ONCE } from "@/lib/files/schema";
import { createFolder, fileFailure, relocateItems, renameItem } from "./file-calls";

type Texts = readonly [failed: string, broken: string];

/** Returns the actions on the items of a folder. @param load reloads the folder and moves to the item with this name */
export function useFileActions(project: string, path: string, load: (name?: string) => void) {
  const { showBanner } = useBanner();
  const [underWay, setUnderWay] = useState(0);

  async function run(work: () => Promise<{ message: string; item?: FileItem }>, [failed, broken]: Texts): Promise<boolean> {
    setUnderWay((count) => count + 1);
    try {
      const { message, item } = await work();
      showBanner({ tone: "success", message });
      load(item?.name);
      return true;
    } catch (error) {
      showBanner({ tone: "error", message: fileFailure(error, failed, broken) });
      return false;
    } finally {
      setUnderWay((count) => count - 1);
    }
  }

  async function relocate(how: "move" | "copy", items: readonly FileItem[], target: string) {
    let message = "";
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
        const paths = items.slice(from, from + ITEMS_AT_ONCE).map((item) => item.path);
        ({ message } = await relocateItems(project, how, paths, target));
      }
    } catch (error) {
      if (message !== "") load();
      throw error;
    }
    return { message };
  }

  return {
    isBusy: underWay > 0,
    createFolder: (name: string) => run(() => createFolder(project, path, name), ["Failed to create folder", "Error creating folder"]),
    rename: (item: FileItem, name: string) =>
      run(() => renameItem(project, item.path, name), ["Failed to rename item", "Error renaming item"]),
    relocate: (how: "move" | "copy", items: readonly FileItem[], target: string) =>
      run(() => relocate(how, items, target), [`Failed to ${how} items`, `Error ${how === "move" ? "moving" : "copying"} items`]),
  };
}
