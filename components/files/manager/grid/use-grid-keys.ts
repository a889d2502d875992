"use client";

import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { FileItem } from "@/lib/files/schema";
import { findIndex, itemAt, PAGE_ROWS } from "../folder/folder-pages";
import type { FileManager } from "../use-file-manager";
import type { GridHandle } from "./grid-layout";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const moves = {
  ArrowUp: "previous",
  ArrowDown: "next",
  Home: "first",
  End: "last",
  PageUp: "pageUp",
  PageDown: "pageDown",
} as const;
const withControl = { a: "all", x: "cut", c: "copy", v: "paste" } as const;
const alone = { Enter: "open", Backspace: "up", F2: "rename", Delete: "delete", ContextMenu: "menu", " ": "toggle" } as const;

type Move = (typeof moves)[keyof typeof moves];
type Act = (typeof withControl)[keyof typeof withControl] | (typeof alone)[keyof typeof alone];
type GridCommand = { kind: "move"; to: Move; extend: boolean } | { kind: "jump"; letter: string } | { kind: Act };

function find<Table extends object>(table: Table, key: string): Table[keyof Table] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof Table] : undefined;
}

/** Returns null for a key that the browser handles. */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): GridCommand | null {
  const hasControl = ctrlKey || metaKey;
  if (altKey) return key === "ArrowUp" && !hasControl ? { kind: "up" } : null;
  const to = find(moves, key);
  if (to) return { kind: "move", to, extend: shiftKey };
  if (hasControl && shiftKey) return null;
  const kind = hasControl ? find(withControl, key.toLowerCase()) : find(alone, key === "F10" && shiftKey ? "ContextMenu" : key);
  if (kind) return { kind };
  return !hasControl && [...key].length === 1 ? { kind: "jump", letter: key } : null;
}

export function rowAfter(to: Move, at: { active: number; count: number; page: number }): number {
  const { active, count, page } = at;
  const next = { previous: active - 1, next: active + 1, first: 0, last: count - 1, pageUp: active - page, pageDown: active + page }[to];
  return Math.max(0, Math.min(next, count - 1));
}

/** Letters typed within this time form one search text. Milliseconds. */
const JUMP_MS = 900;

/** Returns the key handler of the listing. @param onMenu opens the menu of the active row */
export function useGridKeys(manager: FileManager, grid: RefObject<GridHandle | null>, onMenu: () => void) {
  const { folder, selection } = manager;
  const { active } = selection.selection;
  const { held, listing } = folder;
  const typed = useRef({ text: "", at: 0 });
  const count = held.total ?? 0;

  function goTo(index: number, extend: boolean) {
    selection.moveTo(index, extend);
    grid.current?.scrollTo(index);
  }

  async function jump(letter: string, now: number) {
    const isSame = typed.current.text === letter;
    const goesOn = now - typed.current.at < JUMP_MS && !isSame;
    const text = ((goesOn ? typed.current.text : "") + letter).toLowerCase();
    typed.current = { text: goesOn ? text : letter, at: now };
    const begins = ({ name }: FileItem) => name.toLowerCase().startsWith(text);
    // The same letter again moves to the next match.
    const from = goesOn ? active : active + 1;
    let index = findIndex(held, from, begins);
    if (index < 0 && held.pages.size * PAGE_ROWS < count) {
      await listing.loadItems(0, count - 1).catch(() => []);
      index = findIndex(listing.getState().held, from, begins);
    }
    if (index >= 0) goTo(index, false);
  }

  function act(kind: Act) {
    const item = itemAt(held, active);
    const items = manager.selection.current();
    const acts: Record<Act, (() => void) | false | undefined> = {
      up: manager.place.up,
      paste: () => manager.clipboard.paste(),
      all: selection.all,
      menu: onMenu,
      cut: items.length > 0 && (() => manager.clipboard.cut(items)),
      copy: items.length > 0 && (() => manager.clipboard.copy(items)),
      delete: items.length > 0 && (() => manager.dialogs.askDelete(items)),
      open: item && (() => manager.open(item)),
      rename: item && (() => manager.renaming.start(item)),
      toggle: item && (() => selection.check(active, item, false)),
    };
    const chosen = acts[kind];
    if (chosen) chosen();
  }

  return (event: KeyboardEvent) => {
    const command = commandOf(event);
    if (!command) return;
    // Buttons and checkboxes of a row handle Enter and Space themselves.
    const isOnControl = event.target !== event.currentTarget;
    if (isOnControl && (command.kind === "open" || command.kind === "toggle")) return;
    event.preventDefault();
    if (command.kind !== "jump") typed.current = { text: "", at: 0 };
    if (command.kind === "move") goTo(rowAfter(command.to, { active, count, page: grid.current?.pageSize() ?? 1 }), command.extend);
    else if (command.kind === "jump") void jump(command.letter, event.timeStamp);
    else act(command.kind);
  };
}
