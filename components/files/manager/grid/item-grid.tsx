"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useImperativeHandle } from "react";
import type { Folder } from "@/components/file-manager/use-folder";
import { NARROW, useMedia } from "@/components/shared/use-media";
import { classNames } from "@/components/ui/class-names";
import { Grid, GridCell, GridRow, GridRows } from "@/components/ui/grid";
import type { FileItem } from "@/lib/files/schema";
import { itemAt } from "../folder/folder-pages";
import { GridHead } from "./grid-head";
import { HEAD_HEIGHT, ROW_HEIGHT } from "./grid-layout";
import { ItemRow } from "./item-row";
import type { RowAct } from "./row-actions";
import type { SelectionState } from "./use-selection";

/** Rows of an empty listing that hold the place of what is on its way. */
const ROWS_ON_THEIR_WAY = 8;

/** What the rest of the manager may do with the listing. */
export interface GridHandle {
  scrollTo: (index: number) => void;
  /** Rows in sight. */
  pageSize: () => number;
  /** Where a menu of a row would open. */
  placeOf: (index: number) => DOMRect | null;
  focus: () => void;
  /** Takes the focus if nothing in the manager has it, nor anything over it. */
  takeLostFocus: () => void;
}

interface ItemGridProps {
  ref: RefObject<GridHandle | null>;
  box: RefObject<HTMLDivElement | null>;
  label: string;
  folder: Folder;
  selection: SelectionState;
  cut: ReadonlySet<string>;
  /** Path of the folder that something is held over. */
  over: string | null;
  renaming: string | null;
  onRename: (item: FileItem, name: string) => void;
  onRenameEnd: (hasKeyboard: boolean) => void;
  /** Something in a row was pressed; without an act the row itself. */
  onPress: (index: number, act: RowAct | null, event: MouseEvent) => void;
  onOpen: (index: number) => void;
  onMenu: (index: number | null, event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** In place of the rows: there are none, or they did not come. */
  children?: ReactNode;
}

/** @returns the row that an event is about, and what was pressed in it */
function pressedAt(target: EventTarget): { index: number; act: RowAct | null } | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>("[data-index]");
  if (!row || target.closest("[data-rename]")) return null;
  const act = target.closest<HTMLElement>("[data-act]")?.dataset["act"];
  return { index: Number(row.dataset["index"]), act: (act as RowAct | undefined) ?? null };
}

/** The rows of the folder, of which only those in sight, and the one that the keyboard is on, are in the document. */
export function ItemGrid({ ref, box, label, folder, selection: { selection, ...select }, cut, over, renaming, ...props }: ItemGridProps) {
  const { listing, held, sort } = folder;
  const { active, chosen } = selection;
  const id = useId();
  const isNarrow = useMedia(NARROW);
  const height = isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
  const isUnknown = held.total === null && !folder.error;
  const count = isUnknown ? ROWS_ON_THEIR_WAY : (held.total ?? 0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are the occasion
  useEffect(() => rows.measure(), [height]);

  const from = rows.range?.startIndex ?? 0;
  const to = rows.range?.endIndex ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a listing that has become longer lacks other rows
  useEffect(() => listing.show(from, to), [listing, from, to, count]);

  useImperativeHandle(ref, () => ({
    scrollTo: (index) => rows.scrollToIndex(index),
    pageSize: () => Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_HEIGHT) / height) - 1),
    placeOf: (index) => document.getElementById(`${id}-${index}`)?.getBoundingClientRect() ?? null,
    focus: () => box.current?.focus({ preventScroll: true }),
    takeLostFocus: () => {
      const holder = document.activeElement;
      const isLost = !holder || (holder !== box.current && holder.contains(box.current)) || holder.matches(":disabled");
      if (isLost) box.current?.focus({ preventScroll: true });
    },
  }));

  return (
    <Grid
      ref={box}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={held.total === null ? -1 : held.total + 1}
      aria-busy={isUnknown || held.isStale}
      aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
      onClick={(event) => {
        const pressed = pressedAt(event.target);
        if (pressed) props.onPress(pressed.index, pressed.act, event);
      }}
      onDoubleClick={(event) => {
        const pressed = pressedAt(event.target);
        if (pressed?.act === null) props.onOpen(pressed.index);
      }}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-rename]")) return;
        props.onMenu(pressedAt(event.target)?.index ?? null, event);
      }}
      onKeyDown={props.onKeyDown}
      className="group/grid relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
    >
      <GridHead
        sort={sort}
        onSortChange={folder.setSort}
        chosen={chosen.size}
        total={held.total ?? 0}
        onAll={select.all}
        onNone={select.clear}
      />
      {props.children ? (
        <GridRows>
          <GridRow>
            <GridCell>{props.children}</GridCell>
          </GridRow>
        </GridRows>
      ) : (
        <GridRows
          className={classNames("relative", held.isStale && "opacity-60 transition-opacity delay-300")}
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = itemAt(held, index);
            const path = item?.path;
            return (
              <ItemRow
                key={path ?? index}
                id={`${id}-${index}`}
                index={index}
                item={item}
                top={start - HEAD_HEIGHT}
                height={height}
                isChosen={path !== undefined && chosen.has(path)}
                isActive={index === active}
                isCut={path !== undefined && cut.has(path)}
                isRenaming={path !== undefined && path === renaming}
                isTarget={path !== undefined && path === over}
                onRename={props.onRename}
                onRenameEnd={props.onRenameEnd}
              />
            );
          })}
        </GridRows>
      )}
    </Grid>
  );
}
