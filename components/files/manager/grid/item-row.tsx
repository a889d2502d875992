"use client";

import { memo } from "react";
import { RenameField } from "@/components/file-manager/rename-field";
import { formatBytes } from "@/components/shared/format-bytes";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import { GridCell, GridRow } from "@/components/ui/grid";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileItem } from "@/lib/files/schema";
import { formatModified } from "../folder/format-modified";
import { cells, columns } from "./grid-layout";
import { ItemIcon } from "./item-icon";
import { RowActions } from "./row-actions";

interface ItemRowProps {
  id: string;
  /** From 0. */
  index: number;
  /** Undefined while it is on its way. */
  item: FileItem | undefined;
  /** Px from the top of the rows. */
  top: number;
  height: number;
  isChosen: boolean;
  /** The keyboard is on it. */
  isActive: boolean;
  isCut: boolean;
  isRenaming: boolean;
  /** Something is held over it, and would go into it. */
  isTarget: boolean;
  onRename: (item: FileItem, name: string) => void;
  onRenameEnd: (hasKeyboard: boolean) => void;
}

function PlainItemRow({ id, index, item, top, height, isChosen, isActive, isCut, isTarget, ...props }: ItemRowProps) {
  const place = { transform: `translateY(${top}px)`, height };
  // The head is the first row.
  const position = { id, "aria-rowindex": index + 2, "data-index": index, style: place };
  if (!item) return <RowOnItsWay {...position} />;
  const { isRenaming, onRename, onRenameEnd } = props;
  // Only the controls of the row that the keyboard is on are stops of the Tab key: a folder can have thousands.
  const tabIndex = isActive ? 0 : -1;
  return (
    <GridRow
      {...position}
      aria-selected={isChosen}
      draggable={!isRenaming}
      {...(item.type === "folder" ? { "data-drop-path": item.path, "data-drop-name": item.name } : {})}
      className={classNames(
        "group/row absolute inset-x-0 top-0 select-none border-b transition-colors",
        columns,
        isChosen ? "bg-accent-soft" : "hover:bg-surface/70",
        isActive && "group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 outline-accent",
        isTarget && "bg-accent-soft outline-2 outline-accent -outline-offset-2",
        isCut && "opacity-50",
      )}
    >
      <GridCell className={cells.check}>
        <Checkbox checked={isChosen} readOnly data-act="check" aria-label={`Select ${item.name}`} tabIndex={tabIndex} />
      </GridCell>
      <GridCell className={classNames(cells.name, "flex items-center gap-2.5 max-md:self-end")}>
        <ItemIcon item={item} className="size-5 max-md:hidden" />
        {isRenaming ? (
          <RenameField item={item} onRename={(name) => onRename(item, name)} onEnd={onRenameEnd} />
        ) : (
          <button
            type="button"
            data-act="open"
            title={item.name}
            tabIndex={tabIndex}
            className={classNames(
              "flex min-w-0 items-center gap-2 rounded-sm py-1 text-left underline-offset-4 hover:underline",
              item.type === "folder" && "font-medium",
            )}
          >
            <ItemIcon item={item} className="size-4.5 md:hidden" />
            <bdi className="truncate">{item.name}</bdi>
          </button>
        )}
      </GridCell>
      <GridCell className={classNames(cells.size, "text-ink-muted max-md:self-start max-md:text-sm")}>
        {item.type === "folder" ? <span className="max-md:hidden">—</span> : formatBytes(item.size)}
        <span aria-hidden className={classNames("px-1.5 md:hidden", item.type === "folder" && "hidden")}>
          ·
        </span>
      </GridCell>
      <GridCell className={classNames(cells.modified, "truncate text-ink-muted max-md:self-start max-md:text-sm")}>
        <time dateTime={item.modified}>{formatModified(item.modified)}</time>
      </GridCell>
      <GridCell className={cells.actions}>
        <RowActions item={item} tabIndex={tabIndex} />
      </GridCell>
    </GridRow>
  );
}

/** Of hundreds of rows only those are drawn anew that changed. */
export const ItemRow = memo(PlainItemRow);

function RowOnItsWay({ "data-index": index, ...position }: { id: string; "aria-rowindex": number; "data-index": number; style: object }) {
  return (
    <GridRow {...position} className={classNames("absolute inset-x-0 top-0 border-b", columns)}>
      <GridCell className={cells.check} />
      <GridCell className={cells.name}>
        <span className="sr-only">Loading...</span>
        {/* Not all names are of one length. */}
        <Skeleton className={["h-4 w-1/3", "h-4 w-1/2", "h-4 w-2/5"][index % 3] ?? ""} />
      </GridCell>
      <GridCell className={cells.size}>
        <Skeleton className="h-4 w-12 md:ml-auto" />
      </GridCell>
      <GridCell className={cells.modified}>
        <Skeleton className="ml-3 h-4 w-28 md:ml-0" />
      </GridCell>
      <GridCell className={cells.actions} />
    </GridRow>
  );
}
