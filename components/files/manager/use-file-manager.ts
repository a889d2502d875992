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

function useClipboard(relocate: ReturnType<typeof useFileActions>["relocate"]) {
  const [clip, setClip] = useState<Clip | null>(null);
  const cut = useMemo(() => (clip?.how === "move" ? new Set(clip.items.map(({ path }) => path)) : nothing), [clip]);

  const canPaste = (target: string) => clip !== null && (clip.how === "copy" || canMoveInto([...cut], target));

  return {
    cut,
    count: clip?.items.length ?? 0,
    take: (how: "move" | "copy", items: readonly FileItem[]) => setClip({ how, items }),
    canPaste,
    paste: async (target: string) => {
      if (!clip || !canPaste(target)) return;
      const isDone = await relocate(clip.how, clip.items, target);
      if (isDone && clip.how === "move") setClip(null);
    },
  };
}

type Opened = { kind: "preview" | "edit"; item: FileItem } | { kind: "delete"; items: readonly FileItem[] } | { kind: "new-folder" };

interface FileManagerOptions {
  project: string;
  path: string;
  onFolder: (path: string) => void;
  grid: RefObject<GridHandle | null>;
}

export function useFileManager({ project, path, onFolder, grid }: FileManagerOptions) {
  const { showBanner } = useBanner();
  const { folder, selection, load } = useListing(project, path, grid);
  const deleting = useDeleteItems(project, () => load());
  const actions = useFileActions(project, path, (name) => {
    deleting.forget();
    load(name);
  });
  const clipboard = useClipboard(actions.relocate);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
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
    } else setOpened({ kind: "preview", item });
  }

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
    project,
    path,
    folder,
    selection,
    actions,
    clipboard,
    deleting,
    opened,
    setOpened,
    renaming,
    setRenaming,
    load,
    current,
    targets: (item: FileItem) => targetsOf(selection.selection, item),
    open,
    openFolder: onFolder,
    up: () => (path === "" ? undefined : onFolder(parentOf(path))),
    edit: (item: FileItem) => setOpened({ kind: "edit", item }),
    rename: (item: FileItem) => setRenaming(item.path),
    download: (items: readonly FileItem[]) => void download(items),
    measure: (items: readonly FileItem[]) => void measure(items),
    askDelete: (items: readonly FileItem[]) => setOpened({ kind: "delete", items }),
    cut: (items: readonly FileItem[]) => clipboard.take("move", items),
    copy: (items: readonly FileItem[]) => clipboard.take("copy", items),
    paste: (target = path) => void clipboard.paste(target),
  };
}

export type FileManager = ReturnType<typeof useFileManager>;
