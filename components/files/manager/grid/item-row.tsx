"use client";

import { Download, EllipsisVertical, type LucideIcon, Pencil, SquarePen } from "lucide-react";
import { type ComponentProps, memo, useEffect, useRef } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatModified } from "@/components/shared/time/format-date";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { GridCell, GridRow } from "@/components/ui/grid";
import { controlStyles } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileItem } from "@/lib/files/schema";
import { mayBeText } from "../../preview/preview-kind";
import { stemLength } from "../folder/item-paths";
import { cells, columns } from "./grid-layout";
import { ItemIcon } from "./item-icon";

export type RowAct = "check" | "open" | "edit" | "download" | "rename" | "menu";

interface RowActionProps {
  icon: LucideIcon;
  act: RowAct;
  label: string;
  name: string;
  tabIndex: number;
  className?: string;
}

function RowAction({ icon: Icon, act, label, name, className, ...props }: RowActionProps) {
  return (
    <Button
      variant="ghost"
      size="small-icon"
      data-act={act}
      title={label}
      aria-label={`${label} ${name}`}
      className={cn("text-ink-faint group-hover/row:text-ink-muted", className)}
      {...props}
    >
      <Icon aria-hidden />
    </Button>
  );
}

function RowActions({ item, tabIndex }: { item: FileItem; tabIndex: number }) {
  const common = { name: item.name, tabIndex };
  return (
    <>
      {item.type === "file" ? (
        <>
          {mayBeText(item.name) ? <RowAction icon={SquarePen} act="edit" label="Edit file" className="max-md:hidden" {...common} /> : null}
          <RowAction icon={Download} act="download" label="Download file" className="max-md:hidden" {...common} />
        </>
      ) : null}
      <RowAction icon={Pencil} act="rename" label="Rename" className="max-md:hidden" {...common} />
      <RowAction icon={EllipsisVertical} act="menu" label="Actions for" {...common} />
    </>
  );
}

interface RenameFieldProps {
  item: FileItem;
  /** @param name null keeps the old name @param hasKeyboard true when the focus was still in the field */
  onEnd: (item: FileItem, name: string | null, hasKeyboard: boolean) => void;
}

/** Renames an item in its row. Enter and leaving the field apply the name, Escape does not. */
function RenameField({ item, onEnd }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, stemLength(item.name, item.type));
  }, [item]);

  function end(applies: boolean, hasKeyboard: boolean) {
    // Enter or Escape removes the field, which also fires blur.
    if (isOver.current) return;
    isOver.current = true;
    const name = field.current?.value.trim() ?? "";
    onEnd(item, applies && name !== "" && name !== item.name ? name : null, hasKeyboard);
  }

  return (
    <input
      ref={field}
      defaultValue={item.name}
      aria-label={`New name of ${item.name}`}
      autoComplete="off"
      spellCheck={false}
      data-rename
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" && !event.nativeEvent.isComposing) end(true, true);
        else if (event.key === "Escape") end(false, true);
      }}
      className={cn(controlStyles, "h-8 flex-1 px-2")}
    />
  );
}

interface ItemRowProps {
  id: string;
  index: number;
  item: FileItem | undefined;
  top: number;
  height: number;
  isChosen: boolean;
  isActive: boolean;
  isCut: boolean;
  isRenaming: boolean;
  isTarget: boolean;
  onRenameEnd: RenameFieldProps["onEnd"];
}

function PlainItemRow({ id, index, item, top, height, isChosen, isActive, isCut, isRenaming, isTarget, onRenameEnd }: ItemRowProps) {
  const position = { id, "aria-rowindex": index + 2, "data-index": index, style: { transform: `translateY(${top}px)`, height } };
  if (!item) return <PlaceholderRow {...position} />;
  // Tab stops only at controls of the active row: a folder can have thousands of rows.
  const tabIndex = isActive ? 0 : -1;
  return (
    <GridRow
      {...position}
      aria-selected={isChosen}
      draggable={!isRenaming}
      {...(item.type === "folder" ? { "data-drop-path": item.path, "data-drop-name": item.name } : {})}
      className={cn(
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
      <GridCell className={cn(cells.name, "flex items-center gap-2.5 max-md:self-end")}>
        <ItemIcon item={item} className="size-5 max-md:hidden" />
        {isRenaming ? (
          <RenameField item={item} onEnd={onRenameEnd} />
        ) : (
          <button
            type="button"
            data-act="open"
            title={item.name}
            tabIndex={tabIndex}
            className={cn(
              "flex min-w-0 items-center gap-2 rounded-sm py-1 text-left underline-offset-4 hover:underline",
              item.type === "folder" && "font-medium",
            )}
          >
            <ItemIcon item={item} className="size-4.5 md:hidden" />
            <bdi className="truncate">{item.name}</bdi>
          </button>
        )}
      </GridCell>
      <GridCell className={cn(cells.size, "text-ink-muted max-md:self-start max-md:text-sm")}>
        {item.type === "folder" ? <span className="max-md:hidden">—</span> : formatBytes(item.size)}
        <span aria-hidden className={cn("px-1.5 md:hidden", item.type === "folder" && "hidden")}>
          ·
        </span>
      </GridCell>
      <GridCell className={cn(cells.modified, "truncate text-ink-muted max-md:self-start max-md:text-sm")}>
        <time dateTime={item.modified}>{formatModified(item.modified)}</time>
      </GridCell>
      <GridCell className={cells.actions}>
        <RowActions item={item} tabIndex={tabIndex} />
      </GridCell>
    </GridRow>
  );
}

export const ItemRow = memo(PlainItemRow);

function PlaceholderRow({ "data-index": index, ...position }: ComponentProps<typeof GridRow> & { "data-index": number }) {
  return (
    <GridRow {...position} className={cn("absolute inset-x-0 top-0 border-b", columns)}>
      <GridCell className={cells.check} />
      <GridCell className={cells.name}>
        <span className="sr-only">Loading...</span>
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
