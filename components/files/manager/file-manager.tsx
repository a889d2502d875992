"use client";

import { FolderOpen, FolderTree, SearchX } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { isCommand } from "../file-dialog";
import { TrashView } from "../trash/trash-view";
import { FileDropZone } from "../upload/file-drop-zone";
import { UploadPanel } from "../upload/upload-panel";
import { useFileUpload } from "../upload/use-file-upload";
import { fileFailure } from "./actions/file-calls";
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
import { useOpenFiles } from "./use-open-files";

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

/** Returns false in text fields, and in dialogs above the manager, whose keys React bubbles too. */
function isForManager({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && !target.matches("input:not([type=checkbox])");
}

interface FileManagerProps {
  project: string;
  /** What it is for. */
  kind: string;
  title: string;
  root: string;
  onClose: () => void;
}

export function FileManager({ project, kind, title, root, onClose }: FileManagerProps) {
  const { folder: path, openFolder } = useOpenFiles();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [isTrash, setTrash] = useState(false);
  const manager = useFileManager({ project, path, onFolder: openFolder, grid });
  const { folder, selection, renaming } = manager;
  const upload = useFileUpload(project, root, () => manager.place.load());
  const menu = useItemMenu(manager, grid, frame);
  const drag = useItemDrag({
    itemsAt: (element) => {
      const row = element.closest<HTMLElement>("[data-index]");
      const item = row ? itemAt(folder.held, Number(row.dataset["index"])) : undefined;
      return item ? manager.selection.targets(item) : null;
    },
    onDrop: (how, items, target) => void manager.actions.relocate(how, items, target),
  });

  function leaveTrash() {
    setTrash(false);
    manager.place.load();
  }

  /** Escape ends a rename, the trash view or a selection before it closes the dialog. */
  function handleEscape(event: Event) {
    const hasSelection = selection.selection.chosen.size > 0;
    if (renaming.path === null && !isTrash && !hasSelection) return;
    event.preventDefault();
    if (renaming.path !== null) return;
    if (isTrash) leaveTrash();
    else selection.clear();
  }

  const name = partsOf(path).at(-1)?.name ?? root;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : leaveScreen(onClose))}>
      <DialogContent
        aria-describedby={undefined}
        className="h-[96dvh] max-h-[96dvh] sm:h-[88dvh] sm:max-w-6xl"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          grid.current?.focus();
        }}
        onEscapeKeyDown={handleEscape}
        onKeyDown={(event) => {
          if (isTrash || !isCommand(event, "z") || !isForManager(event)) return;
          event.preventDefault();
          manager.deleting.undo();
        }}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogHeader className="px-4 py-3">
          <p className="text-ink-muted text-sm">{kind}</p>
          <DialogTitle className="flex items-center gap-2">
            <FolderTree aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
            <bdi className="truncate">{title}</bdi>
          </DialogTitle>
        </DialogHeader>
        {isTrash ? (
          <>
            <UploadPanel upload={upload} />
            <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
              <TrashView project={project} onRestored={() => manager.place.load()} onClose={leaveTrash} />
            </div>
          </>
        ) : (
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
                if (renaming.path === null) grid.current?.focus();
              }}
            />
            <ManagerDialogs manager={manager} root={root} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
