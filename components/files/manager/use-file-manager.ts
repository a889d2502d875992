"use client";

import { type RefObject, useMemo, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { UNDO_NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { type FileItem, ITEMS_AT_ONCE } from "@/lib/files/schema";
import { downloadItems } from "../preview/download";
import { createFolder, fileFailure, measureItems, relocateItems, renameItem } from "./actions/file-calls";
import { useDeleteItems } from "./actions/use-delete-items";
import { itemAt } from "./folder/folder-pages";
import { canMoveInto, countOf, parentOf } from "./folder/item-paths";
import { useListing } from "./folder/use-folder";
import type { GridHandle } from "./grid/grid-layout";
import { targetsOf } from "./grid/use-selection";

interface Clip {
  how: "move" | "copy";
  items: readonly FileItem[];
}

const nothing: ReadonlySet<string> = new Set();

/** Holds the items that were cut or copied. @param path the open folder */
function useClipboard(path: string, relocate: ReturnType<typeof useFileActions>["relocate"]) {
  const [clip, setClip] = useState<Clip | null>(null);
  const cutPaths = useMemo(() => (clip?.how === "move" ? new Set(clip.items.map((item) => item.path)) : nothing), [clip]);

  const canPaste = (target: string) => clip !== null && (clip.how === "copy" || canMoveInto([...cutPaths], target));

  async function paste(target: string) {
    if (!clip || !canPaste(target)) return;
    const isDone = await relocate(clip.how, clip.items, target);
    if (isDone && clip.how === "move") setClip(null);
  }

  return {
    cutPaths,
    count: clip?.items.length ?? 0,
    cut: (items: readonly FileItem[]) => setClip({ how: "move", items }),
    copy: (items: readonly FileItem[]) => setClip({ how: "copy", items }),
    canPaste,
    paste: (target = path) => void paste(target),
  };
}

type Opened = { kind: "preview" | "edit"; item: FileItem } | { kind: "delete"; items: readonly FileItem[] } | { kind: "new-folder" };

/** Keeps which dialog of the manager is open. */
function useDialogs() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return {
    opened,
    close: () => setOpened(null),
    preview: (item: FileItem) => setOpened({ kind: "preview", item }),
    edit: (item: FileItem) => setOpened({ kind: "edit", item }),
    askDelete: (items: readonly FileItem[]) => setOpened({ kind: "delete", items }),
    askFolderName: () => setOpened({ kind: "new-folder" }),
  };
}

/** Returns the actions that only read items. */
function useReading(project: string) {
  const { showBanner } = useBanner();

  async function download(items: readonly FileItem[]) {
    const fail = (error: unknown) =>
      showBanner({ tone: "error", message: fileFailure(error, "Failed to download file", "Error downloading items") });
    const paths = items.map((item) => item.path);
    await downloadItems(project, paths, fail).catch(fail);
  }

  async function measure(items: readonly FileItem[]) {
    showBanner({ tone: "info", message: "Calculating the size...", timeout: UNDO_NOTICE_MS });
    try {
      const { files, bytes } = await measureItems(project, items);
      const name = items.length === 1 ? `“${items[0]?.name}”` : countOf(items.length, "item");
      showBanner({ tone: "info", message: `${name}: ${countOf(files, "file")}, ${formatBytes(bytes)}`, timeout: UNDO_NOTICE_MS });
    } catch (error) {
      showBanner({ tone: "error", message: fileFailure(error, "Failed to calculate the size", "Error calculating the size") });
    }
  }

  return {
    download: (items: readonly FileItem[]) => void download(items),
    measure: (items: readonly FileItem[]) => void measure(items),
  };
}

interface FileManagerOptions {
  project: string;
  path: string;
  onFolder: (path: string) => void;
  grid: RefObject<GridHandle | null>;
}

/** Returns what the parts of the file manager share: the place, its rows, and what can be done with them. */
export function useFileManager({ project, path, onFolder, grid }: FileManagerOptions) {
  const { folder, selection, load } = useListing(project, path, grid);
  const deleting = useDeleteItems(project, () => load());
  const actions = useFileActions(project, path, (name) => {
    deleting.forget();
    load(name);
  });
  const clipboard = useClipboard(path, actions.relocate);
  const dialogs = useDialogs();
  const reading = useReading(project);
  const [renamedPath, setRenamedPath] = useState<string | null>(null);
  const { chosen, active } = selection.selection;

  function current(): FileItem[] {
    const item = itemAt(folder.held, active);
    if (chosen.size > 0) return [...chosen.values()];
    return item ? [item] : [];
  }

  function open(item: FileItem) {
    if (item.type === "folder") {
      // The focused row disappears with the folder.
      grid.current?.focus();
      onFolder(item.path);
    } else dialogs.preview(item);
  }

  return {
    place: { project, path, load, openFolder: onFolder, up: () => (path === "" ? undefined : onFolder(parentOf(path))) },
    folder,
    selection: { ...selection, current, targets: (item: FileItem) => targetsOf(selection.selection, item) },
    open,
    actions: { ...actions, ...reading },
    clipboard,
    deleting,
    dialogs,
    renaming: { path: renamedPath, start: (item: FileItem) => setRenamedPath(item.path), end: () => setRenamedPath(null) },
  };
}

export type FileManager = ReturnType<typeof useFileManager>;

type Texts = readonly [failed: string, broken: string];

/** Returns the actions on the items of a folder. @param load reloads the folder and moves to the item with this name */
function useFileActions(project: string, path: string, load: (name?: string) => void) {
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
