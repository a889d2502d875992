"use client";

import { type RefObject, useMemo, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { UNDO_NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import type { FileItem } from "@/lib/files/schema";
import { downloadItems } from "../preview/download";
import { fileFailure, measureItems } from "./actions/file-calls";
import { useDeleteItems } from "./actions/use-delete-items";
import { useFileActions } from "./actions/use-file-actions";
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
