"use client";

import { ClipboardPaste, Copy, Download, Eye, FolderOpen, FolderPlus, Pencil, RefreshCw, Scissors, SquarePen, Trash2 } from "lucide-react";
import type { FileManager } from "@/components/files/manager/use-file-manager";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import type { FileItem } from "@/lib/files/schema";

/** Where a menu stands, in px from the manager's corner, and what it is about: a row, or the open folder. */
export interface MenuPlace {
  x: number;
  y: number;
  item: FileItem | null;
}

interface ItemMenuProps {
  place: MenuPlace | null;
  manager: FileManager;
  onClose: () => void;
  /** The menu is gone: the focus goes back to the listing, unless the action has taken it. */
  onClosed: () => void;
}

/** The one menu of the listing. It opens where it is asked for: at a row's button, at the pointer, at the row of the keyboard. */
export function ItemMenu({ place, manager, onClose, onClosed }: ItemMenuProps) {
  const item = place?.item;
  return (
    // What is chosen must not move under it, nor must a second press of the button open it again.
    <Menu open={place !== null} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute size-0" style={{ left: place?.x ?? 0, top: place?.y ?? 0 }} />
      </MenuTrigger>
      <MenuContent
        sideOffset={2}
        aria-labelledby={undefined}
        aria-label={item ? `Actions for ${item.name}` : "Actions for this folder"}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        {item ? <ItemActions item={item} manager={manager} /> : <FolderActions manager={manager} />}
      </MenuContent>
    </Menu>
  );
}

function ItemActions({ item, manager }: { item: FileItem; manager: FileManager }) {
  const items = manager.targets(item);
  const isAlone = items.length === 1;
  return (
    <>
      {isAlone ? <OneItemActions item={item} manager={manager} /> : null}
      <MenuItem onSelect={() => manager.download(items)}>
        <Download aria-hidden />
        {isAlone && item.type === "file" ? "Download file" : "Download as ZIP"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem keys="Ctrl+X" onSelect={() => manager.cut(items)}>
        <Scissors aria-hidden />
        Cut
      </MenuItem>
      <MenuItem keys="Ctrl+C" onSelect={() => manager.copy(items)}>
        <Copy aria-hidden />
        Copy
      </MenuItem>
      {isAlone && item.type === "folder" ? (
        <MenuItem disabled={!manager.clipboard.canPaste(item.path)} onSelect={() => manager.paste(item.path)}>
          <ClipboardPaste aria-hidden />
          Paste into Folder
        </MenuItem>
      ) : null}
      {isAlone ? (
        <MenuItem keys="F2" onSelect={() => manager.rename(item)}>
          <Pencil aria-hidden />
          Rename
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem tone="danger" keys="Del" onSelect={() => manager.askDelete(items)}>
        <Trash2 aria-hidden />
        {isAlone ? "Delete" : `Delete (${items.length.toLocaleString("en-US")})`}
      </MenuItem>
    </>
  );
}

function OneItemActions({ item, manager }: { item: FileItem; manager: FileManager }) {
  if (item.type === "folder")
    return (
      <MenuItem keys="Enter" onSelect={() => manager.open(item)}>
        <FolderOpen aria-hidden />
        Open
      </MenuItem>
    );
  return (
    <>
      <MenuItem keys="Enter" onSelect={() => manager.open(item)}>
        <Eye aria-hidden />
        Preview
      </MenuItem>
      <MenuItem onSelect={() => manager.edit(item)}>
        <SquarePen aria-hidden />
        Edit file
      </MenuItem>
    </>
  );
}

function FolderActions({ manager }: { manager: FileManager }) {
  return (
    <>
      <MenuItem onSelect={() => manager.setOpened({ kind: "new-folder" })}>
        <FolderPlus aria-hidden />
        New Folder
      </MenuItem>
      <MenuItem keys="Ctrl+V" disabled={!manager.clipboard.canPaste(manager.path)} onSelect={() => manager.paste()}>
        <ClipboardPaste aria-hidden />
        Paste
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => manager.load()}>
        <RefreshCw aria-hidden />
        Refresh
      </MenuItem>
    </>
  );
}
