"use client";

import { type RefObject, useState } from "react";
import { useClipboard } from "@/components/file-manager/use-clipboard";
import { useListing } from "@/components/file-manager/use-listing";
import { useSay } from "@/components/file-manager/use-say";
import { downloadItems } from "@/components/files/preview/download";
import type { FileItem } from "@/lib/files/schema";
import { fileFailure } from "./actions/file-failure";
import { useDeleteItems } from "./actions/use-delete-items";
import { useFileActions } from "./actions/use-file-actions";
import { itemAt } from "./folder/folder-pages";
import { parentOf } from "./folder/item-paths";
import type { GridHandle } from "./grid/item-grid";
import { targetsOf } from "./grid/selection";

/** What stands over the listing. */
export type Opened = { kind: "preview" | "edit"; item: FileItem } | { kind: "delete"; items: readonly FileItem[] } | { kind: "new-folder" };

interface FileManagerOptions {
  /** Safe name, or `assets`. */
  project: string;
  /** The open folder. */
  path: string;
  onFolder: (path: string) => void;
  grid: RefObject<GridHandle | null>;
}

/** All that one does in a file manager. */
export function useFileManager({ project, path, onFolder, grid }: FileManagerOptions) {
  const say = useSay();
  const { folder, selection, load } = useListing({ project, path, grid, say });
  const deleting = useDeleteItems({ project, say, load: () => load() });
  const actions = useFileActions({
    project,
    path,
    say,
    load: (name) => {
      deleting.forget();
      load(name);
    },
  });
  const clipboard = useClipboard(actions.relocate);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const { chosen, active } = selection.selection;

  /** What an action is about: what is chosen, else the row that the keyboard is on. */
  function current(): FileItem[] {
    const item = itemAt(folder.held, active);
    if (chosen.size > 0) return [...chosen.values()];
    return item ? [item] : [];
  }

  function open(item: FileItem) {
    if (item.type === "folder") {
      // The row that has the focus goes with the folder.
      grid.current?.focus();
      onFolder(item.path);
    } else setOpened({ kind: "preview", item });
  }

  async function download(items: readonly FileItem[]) {
    const fail = (error: unknown) => say("error", fileFailure(error, "Failed to download items", "Error downloading items"));
    const paths = items.map((item) => item.path);
    await downloadItems(project, paths, fail).catch(fail);
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
    say,
    load,
    current,
    targets: (item: FileItem) => targetsOf(selection.selection, item),
    open,
    openFolder: onFolder,
    up: () => (path === "" ? undefined : onFolder(parentOf(path))),
    edit: (item: FileItem) => setOpened({ kind: "edit", item }),
    rename: (item: FileItem) => setRenaming(item.path),
    download: (items: readonly FileItem[]) => void download(items),
    askDelete: (items: readonly FileItem[]) => setOpened({ kind: "delete", items }),
    cut: (items: readonly FileItem[]) => clipboard.take("move", items),
    copy: (items: readonly FileItem[]) => clipboard.take("copy", items),
    paste: (target = path) => void clipboard.paste(target),
  };
}

export type FileManager = ReturnType<typeof useFileManager>;
