"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/notices/banner-provider";
import { type FileItem, ITEMS_AT_ONCE } from "@/lib/files/schema";
import { createFolder, fileFailure, relocateItems, renameItem } from "./file-calls";

type Texts = readonly [failed: string, broken: string];

const relocateTexts: Readonly<Record<"move" | "copy", Texts>> = {
  move: ["Failed to move items", "Error moving items"],
  copy: ["Failed to copy items", "Error copying items"],
};

/** Returns the actions on the items of a folder. @param load reloads the folder and moves to the item with this name */
export function useFileActions(project: string, path: string, load: (name?: string) => void) {
  const { showBanner } = useBanner();
  const [underWay, setUnderWay] = useState(0);

  async function run(work: () => Promise<{ message: string; name?: string }>, [failed, broken]: Texts): Promise<boolean> {
    setUnderWay((count) => count + 1);
    try {
      const { message, name } = await work();
      showBanner({ tone: "success", message });
      load(name);
      return true;
    } catch (error) {
      showBanner({ tone: "error", message: fileFailure(error, failed, broken) });
      return false;
    } finally {
      setUnderWay((count) => count - 1);
    }
  }

  async function relocate(how: "move" | "copy", items: readonly FileItem[], target: string) {
    const answers: string[] = [];
    try {
      for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
        const paths = items.slice(from, from + ITEMS_AT_ONCE).map((item) => item.path);
        answers.push((await relocateItems(project, how, paths, target)).message);
      }
    } catch (error) {
      if (answers.length > 0) load();
      throw error;
    }
    return { message: answers.at(-1) ?? "" };
  }

  return {
    isBusy: underWay > 0,
    createFolder: (name: string) =>
      run(async () => {
        const { message, item } = await createFolder(project, path, name);
        return { message, name: item.name };
      }, ["Failed to create folder", "Error creating folder"]),
    rename: (item: FileItem, name: string) =>
      run(async () => {
        const answer = await renameItem(project, item.path, name);
        return { message: answer.message, name: answer.item.name };
      }, ["Failed to rename item", "Error renaming item"]),
    relocate: (how: "move" | "copy", items: readonly FileItem[], target: string) =>
      run(() => relocate(how, items, target), relocateTexts[how]),
  };
}
