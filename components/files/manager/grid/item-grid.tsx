"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from "react";
import { NARROW, useMedia } from "@/components/shared/use-media";
import { cn } from "@/components/ui/cn";
import { Grid, GridCell, GridRow, GridRows } from "@/components/ui/grid";
import type { FileItem } from "@/lib/files/schema";
import { itemAt } from "../folder/folder-pages";
import type { FileManager } from "../use-file-manager";
import { GridHead } from "./grid-head";
import { type GridHandle, HEAD_HEIGHT, ROW_HEIGHT } from "./grid-layout";
import type { OpenMenu } from "./item-menu";
import { ItemRow, type RowAct } from "./item-row";
import { useGridKeys } from "./use-grid-keys";

const PLACEHOLDER_ROWS = 8;

interface ItemGridProps {
  ref: RefObject<GridHandle | null>;
  label: string;
  manager: FileManager;
  menu: OpenMenu;
  over: string | null;
  children: ReactNode;
}

interface Pressed {
  index: number;
  act: RowAct | null;
}

function pressedAt(target: EventTarget): Pressed | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>("[data-index]");
  if (!row || target.closest("[data-rename]")) return null;
  const act = target.closest<HTMLElement>("[data-act]")?.dataset["act"];
  return { index: Number(row.dataset["index"]), act: (act as RowAct | undefined) ?? null };
}

/** Renders the rows of a folder. The document contains only the visible rows and the active one. */
export function ItemGrid({ ref, label, manager, menu, over, children }: ItemGridProps) {
  const { folder, selection, clipboard, renaming } = manager;
  const { listing, held } = folder;
  const { active, chosen } = selection.selection;
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = useGridKeys(manager, ref, menu.atActive);
  const id = useId();
  const isNarrow = useMedia(NARROW);
  const height = isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
  const isUnknown = held.total === null && !folder.error;
  const count = isUnknown ? PLACEHOLDER_ROWS : (held.total ?? 0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row height changes
  useEffect(() => rows.measure(), [height]);

  const from = rows.range?.startIndex ?? 0;
  const to = rows.range?.endIndex ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer listing needs other pages
  useEffect(() => listing.show(from, to), [listing, from, to, count]);

  useImperativeHandle(ref, () => ({
    scrollTo: (index) => rows.scrollToIndex(index),
    pageSize: () => Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_HEIGHT) / height) - 1),
    rowRect: (index) => document.getElementById(`${id}-${index}`)?.getBoundingClientRect() ?? null,
    focus: () => box.current?.focus({ preventScroll: true }),
    recoverFocus: () => {
      const holder = document.activeElement;
      const isLost = !holder || (holder !== box.current && holder.contains(box.current)) || holder.matches(":disabled");
      if (isLost) box.current?.focus({ preventScroll: true });
    },
  }));

  const endRename = useEffectEvent((item: FileItem, name: string | null, hasKeyboard: boolean) => {
    renaming.end();
    if (hasKeyboard) box.current?.focus({ preventScroll: true });
    if (name !== null) void manager.actions.rename(item, name);
  });
  const onRenameEnd = useCallback<typeof endRename>((item, name, hasKeyboard) => endRename(item, name, hasKeyboard), []);

  function press({ index, act }: Pressed, event: MouseEvent) {
    const item = itemAt(held, index);
    if (!item) return;
    const { shiftKey: shift } = event;
    const control = event.ctrlKey || event.metaKey;
    if (act === "check") return selection.check(index, item, shift);
    if (act === null || (act === "open" && (shift || control))) return selection.press(index, item, { shift, control });
    selection.moveTo(index, false);
    const acts: Readonly<Record<typeof act, () => void>> = {
      open: () => manager.open(item),
      edit: () => manager.dialogs.edit(item),
      download: () => manager.actions.download([item]),
      rename: () => renaming.start(item),
      menu: () => {
        if (event.target instanceof Element) menu.atButton(item, (event.target.closest("button") ?? event.target).getBoundingClientRect());
      },
    };
    acts[act]();
  }

  return (
    <Grid
      tabIndex={0}
      ref={box}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={held.total === null ? -1 : held.total + 1}
      aria-busy={isUnknown || held.isStale}
      aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
      onClick={(event) => {
        const pressed = pressedAt(event.target);
        if (pressed) press(pressed, event);
      }}
      onDoubleClick={(event) => {
        const pressed = pressedAt(event.target);
        const item = pressed?.act === null ? itemAt(held, pressed.index) : undefined;
        if (item) manager.open(item);
      }}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-rename]")) return;
        menu.atPointer(pressedAt(event.target)?.index ?? null, event);
      }}
      onKeyDown={onKeyDown}
      className="group/grid relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
    >
      <GridHead folder={folder} chosen={chosen.size} total={held.total ?? 0} onAll={selection.all} onNone={selection.clear} />
      {children ? (
        <GridRows>
          <GridRow>
            <GridCell>{children}</GridCell>
          </GridRow>
        </GridRows>
      ) : (
        <GridRows
          className={cn("relative", held.isStale && "opacity-60 transition-opacity delay-300")}
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
                isCut={path !== undefined && clipboard.cutPaths.has(path)}
                isRenaming={path !== undefined && path === renaming.path}
                isTarget={path !== undefined && path === over}
                onRenameEnd={onRenameEnd}
              />
            );
          })}
        </GridRows>
      )}
    </Grid>
  );
}
