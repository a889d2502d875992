"use client";

import { type RefObject, useCallback, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { ItemMenu } from "@/components/file-manager/item-menu";
import { listingPlaceholder } from "@/components/file-manager/listing-placeholder";
import { useItemMenu } from "@/components/file-manager/use-item-menu";
import { useRowPresses } from "@/components/file-manager/use-row-presses";
import { useFileUpload } from "@/components/file-upload/use-file-upload";
import { TrashView } from "@/components/files/trash/trash-view";
import { FileDropZone } from "@/components/files/upload/file-drop-zone";
import { UploadPanel } from "@/components/files/upload/upload-panel";
import type { FileItem } from "@/lib/files/schema";
import { itemAt } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import { type GridHandle, ItemGrid } from "./grid/item-grid";
import { useGridKeys } from "./grid/use-grid-keys";
import { useItemDrag } from "./grid/use-item-drag";
import { ManagerDialogs } from "./manager-dialogs";
import { ManagerStatus } from "./manager-status";
import { ManagerToolbar } from "./manager-toolbar";
import { useFileManager } from "./use-file-manager";

/** What the dialog around the manager asks of it. */
export interface ManagerHandle {
  focus: () => void;
  /** @returns true when the Escape key has had something to end here */
  escape: () => boolean;
}

interface FileManagerProps {
  ref: RefObject<ManagerHandle | null>;
  /** Safe name, or `assets`. */
  project: string;
  /** How the top is called. */
  root: string;
  /** The open folder. */
  path: string;
  onFolder: (path: string) => void;
}

/** The files of a project, or the shared assets: toolbar, listing and status line (spec 001 §2.6). */
export function FileManager({ ref, project, root, path, onFolder }: FileManagerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const [isTrash, setTrash] = useState(false);
  const leaveTrash = () => {
    setTrash(false);
    manager.load();
  };
  const manager = useFileManager({ project, path, onFolder, grid });
  const { folder, selection, clipboard, renaming, setRenaming } = manager;
  const upload = useFileUpload({ project, onDone: () => manager.load(), onMessage: manager.say });
  const menu = useItemMenu(manager, grid, frame);
  const onPress = useRowPresses(manager, menu.atButton);
  const onKeyDown = useGridKeys(manager, grid, menu.atActive);
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

  const rename = useEffectEvent((item: FileItem, name: string) => void manager.actions.rename(item, name));
  const onRename = useCallback((item: FileItem, name: string) => rename(item, name), []);
  const onRenameEnd = useCallback(
    (hasKeyboard: boolean) => {
      setRenaming(null);
      if (hasKeyboard) grid.current?.focus();
    },
    [setRenaming],
  );

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
      <FileDropZone
        targetPath={path}
        targetName={name}
        onDrop={(choice, kind, target) => upload.start(choice, target, kind)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <ItemGrid
          ref={grid}
          box={box}
          label={`Files in ${name}`}
          folder={folder}
          selection={selection}
          cut={clipboard.cut}
          over={drag.over}
          renaming={renaming}
          onRename={onRename}
          onRenameEnd={onRenameEnd}
          onPress={onPress}
          onOpen={(index) => {
            const item = itemAt(folder.held, index);
            if (item) manager.open(item);
          }}
          onMenu={menu.atPointer}
          onKeyDown={onKeyDown}
        >
          {listingPlaceholder(folder)}
        </ItemGrid>
      </FileDropZone>
      <ManagerStatus manager={manager} />
      <ItemMenu
        place={menu.place}
        manager={manager}
        onClose={menu.close}
        onClosed={() => {
          if (renaming === null) grid.current?.focus();
        }}
      />
      <ManagerDialogs manager={manager} root={root} />
    </div>
  );
}
