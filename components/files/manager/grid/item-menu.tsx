"use client";

import {
  ClipboardPaste,
  Copy,
  Download,
  Eye,
  FolderOpen,
  FolderPlus,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Scissors,
  Sigma,
  SquarePen,
  Trash2,
} from "lucide-react";
import { type ComponentProps, type MouseEvent, type RefObject, useState } from "react";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import type { FileItem } from "@/lib/files/schema";
import { mayBeText } from "../../preview/preview-kind";
import { itemAt } from "../folder/folder-pages";
import type { FileManager } from "../use-file-manager";
import type { GridHandle } from "./grid-layout";

/** Position in pixels from the manager's top left corner. `item` is null for the open folder. */
interface MenuPosition {
  x: number;
  y: number;
  item: FileItem | null;
}

/** Opens and closes the menu of the listing. @param root the element that positions are relative to */
export function useItemMenu(
  manager: Pick<FileManager, "folder" | "selection">,
  grid: RefObject<GridHandle | null>,
  root: RefObject<HTMLElement | null>,
) {
  const [position, setPosition] = useState<MenuPosition | null>(null);
  const { folder, selection } = manager;

  function openAt(item: FileItem | null, x: number, y: number) {
    const corner = root.current?.getBoundingClientRect();
    setPosition({ item, x: x - (corner?.left ?? 0), y: y - (corner?.top ?? 0) });
  }

  return {
    position,
    close: () => setPosition(null),
    atButton: (item: FileItem, button: DOMRect) => openAt(item, button.left, button.bottom),
    atActive: () => {
      const { active } = selection.selection;
      const row = grid.current?.rowRect(active);
      if (row) openAt(itemAt(folder.held, active) ?? null, row.left + 60, row.bottom - 6);
    },
    /** Selects only the row at the pointer, unless the row is already selected. */
    atPointer: (index: number | null, event: MouseEvent) => {
      event.preventDefault();
      const item = index === null ? undefined : itemAt(folder.held, index);
      if (index !== null && item && !selection.selection.chosen.has(item.path)) selection.chooseOnly(index, item);
      openAt(item ?? null, event.clientX, event.clientY);
    },
  };
}

export type OpenMenu = ReturnType<typeof useItemMenu>;

interface ItemMenuProps {
  menu: OpenMenu;
  manager: FileManager;
  onClosed: () => void;
}

export function ItemMenu({ menu: { position, close }, manager, onClosed }: ItemMenuProps) {
  const item = position?.item;
  return (
    <Menu open={position !== null} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute size-0" style={{ left: position?.x ?? 0, top: position?.y ?? 0 }} />
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

interface ActionProps extends Omit<ComponentProps<typeof MenuItem>, "children"> {
  icon: LucideIcon;
  label: string;
}

function Action({ icon: Icon, label, ...props }: ActionProps) {
  return (
    <MenuItem {...props}>
      <Icon aria-hidden />
      {label}
    </MenuItem>
  );
}

function ItemActions({ item, manager }: { item: FileItem; manager: FileManager }) {
  const items = manager.selection.targets(item);
  const isAlone = items.length === 1;
  const isFolder = isAlone && item.type === "folder";
  const isFile = isAlone && item.type === "file";
  return (
    <>
      {isFolder ? <Action icon={FolderOpen} label="Open" keys="Enter" onSelect={() => manager.open(item)} /> : null}
      {isFile ? <Action icon={Eye} label="Preview" keys="Enter" onSelect={() => manager.open(item)} /> : null}
      {isFile && mayBeText(item.name) ? <Action icon={SquarePen} label="Edit file" onSelect={() => manager.dialogs.edit(item)} /> : null}
      <Action icon={Download} label={isFile ? "Download file" : "Download as ZIP"} onSelect={() => manager.actions.download(items)} />
      {isFile ? null : <Action icon={Sigma} label="Calculate size" onSelect={() => manager.actions.measure(items)} />}
      <MenuSeparator />
      <Action icon={Scissors} label="Cut" keys="Ctrl+X" onSelect={() => manager.clipboard.cut(items)} />
      <Action icon={Copy} label="Copy" keys="Ctrl+C" onSelect={() => manager.clipboard.copy(items)} />
      {isFolder ? (
        <Action
          icon={ClipboardPaste}
          label="Paste into Folder"
          disabled={!manager.clipboard.canPaste(item.path)}
          onSelect={() => manager.clipboard.paste(item.path)}
        />
      ) : null}
      {isAlone ? <Action icon={Pencil} label="Rename" keys="F2" onSelect={() => manager.renaming.start(item)} /> : null}
      <MenuSeparator />
      <Action
        icon={Trash2}
        label={isAlone ? "Delete" : `Delete (${items.length.toLocaleString("en-US")})`}
        tone="danger"
        keys="Del"
        onSelect={() => manager.dialogs.askDelete(items)}
      />
    </>
  );
}

function FolderActions({ manager }: { manager: FileManager }) {
  const { canPaste } = manager.clipboard;
  return (
    <>
      <Action icon={FolderPlus} label="New Folder" onSelect={() => manager.dialogs.askFolderName()} />
      <Action
        icon={ClipboardPaste}
        label="Paste"
        keys="Ctrl+V"
        disabled={!canPaste(manager.place.path)}
        onSelect={() => manager.clipboard.paste()}
      />
      <MenuSeparator />
      <Action icon={RefreshCw} label="Refresh" onSelect={() => manager.place.load()} />
    </>
  );
}
