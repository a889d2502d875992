"use client";

import { FolderOpen, SearchX } from "lucide-react";
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Button } from "@/components/ui/button";
import { TrashView } from "../trash/trash-view";
import { FileDropZone } from "../upload/file-drop-zone";
import { UploadPanel } from "../upload/upload-panel";
import { useFileUpload } from "../upload/use-file-upload";
import { fileFailure } from "./actions/file-failure";
import { itemAt } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import type { Folder } from "./folder/use-folder";
import type { GridHandle } from "./grid/grid-layout";
import { ItemGrid } from "./grid/item-grid";
import { ItemMenu, useItemMenu } from "./grid/item-menu";
import { useItemDrag } from "./grid/use-item-drag";
import { ManagerDialogs } from "./manager-dialogs";
import { ManagerStatus, ManagerToolbar } from "./manager-toolbar";
import { useFileManager } from "./use-file-manager";

function listingPlaceholder(folder: Folder): ReactNode {
  const { held, error, search } = folder;
  if (error && held.pages.size === 0)
    return (
      <FailurePanel
        error={error}
        message={fileFailure(error, "Failed to load directory", "Error loading directory")}
        retryLabel="Try Again"
        isBusy={false}
        onRetry={folder.listing.reload}
        isLine={false}
      />
    );
  if (held.total !== 0) return null;
  if (search === "")
    return (
      <EmptyState icon={FolderOpen} title="This folder is empty">
        Drop files here, or choose Upload Files.
      </EmptyState>
    );
  const clear = (
    <Button variant="secondary" onClick={folder.clearSearch}>
      Clear Search
    </Button>
  );
  return <EmptyState icon={SearchX} title="No files found matching the search" action={clear} />;
}

export interface ManagerHandle {
  focus: () => void;
  /** Handles Escape. @returns true when it ended a rename, the trash view or a selection */
  escape: () => boolean;
}

interface FileManagerProps {
  ref: RefObject<ManagerHandle | null>;
  project: string;
  root: string;
  path: string;
  onFolder: (path: string) => void;
}

export function FileManager({ ref, project, root, path, onFolder }: FileManagerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [isTrash, setTrash] = useState(false);
  const leaveTrash = () => {
    setTrash(false);
    manager.load();
  };
  const manager = useFileManager({ project, path, onFolder, grid });
  const { folder, selection, renaming } = manager;
  const upload = useFileUpload(project, root, () => manager.load());
  const menu = useItemMenu(manager, grid, frame);
  const drag = useItemDrag({
    itemsAt: (element) => {
      const row = element.closest<HTMLElement>("[data-index]");
      const item = row ? itemAt(folder.held, Number(row.dataset["index"])) : undefined;
      return item ? manager.targets(item) : null;
    },
    onDrop: (how, items, target) => void manager.actions.relocate(how, items, target),
  });

  useImperativeHandle(ref, () => ({
    focus: () => grid.current?.focus(),
    escape: () => {
      if (renaming !== null) return true;
      if (isTrash) {
        leaveTrash();
        return true;
      }
      if (selection.selection.chosen.size === 0) return false;
      selection.clear();
      return true;
    },
  }));

  if (isTrash) {
    return (
      <>
        <UploadPanel upload={upload} />
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
          <TrashView project={project} onRestored={() => manager.load()} onClose={leaveTrash} />
        </div>
      </>
    );
  }
  const name = partsOf(path).at(-1)?.name ?? root;
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col" {...drag.handlers}>
      <ManagerToolbar manager={manager} root={root} upload={upload} over={drag.over} onTrash={() => setTrash(true)} />
      <UploadPanel upload={upload} />
      <FileDropZone targetPath={path} targetName={name} onDrop={upload.start} className="flex min-h-0 flex-1 flex-col">
        <ItemGrid ref={grid} label={`Files in ${name}`} manager={manager} menu={menu} over={drag.over}>
          {listingPlaceholder(folder)}
        </ItemGrid>
      </FileDropZone>
      <ManagerStatus manager={manager} />
      <ItemMenu
        menu={menu}
        manager={manager}
        onClosed={() => {
          if (renaming === null) grid.current?.focus();
        }}
      />
      <ManagerDialogs manager={manager} root={root} />
    </div>
  );
}
