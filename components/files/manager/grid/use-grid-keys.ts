"use client";

import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { FileItem } from "@/lib/files/schema";
import { findIndex, itemAt, PAGE_ROWS } from "../folder/folder-pages";
import type { FileManager } from "../use-file-manager";
import type { GridHandle } from "./grid-layout";

type GridCommand =
  | { kind: "move"; to: "previous" | "next" | "first" | "last" | "pageUp" | "pageDown"; extend: boolean }
  | { kind: "jump"; letter: string }
  | { kind: "open" | "up" | "rename" | "delete" | "cut" | "copy" | "paste" | "toggle" | "all" | "menu" | "undo" };

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const moves = {
  ArrowUp: "previous",
  ArrowDown: "next",
  Home: "first",
  End: "last",
  PageUp: "pageUp",
  PageDown: "pageDown",
} as const;

const withControl: Readonly<Record<string, GridCommand>> = {
  a: { kind: "all" },
  x: { kind: "cut" },
  c: { kind: "copy" },
  v: { kind: "paste" },
  z: { kind: "undo" },
};

const alone: Readonly<Record<string, GridCommand>> = {
  Enter: { kind: "open" },
  Backspace: { kind: "up" },
  F2: { kind: "rename" },
  Delete: { kind: "delete" },
  ContextMenu: { kind: "menu" },
  " ": { kind: "toggle" },
};

const isMove = (key: string): key is keyof typeof moves => Object.hasOwn(moves, key);

/** Returns null for a key that the browser handles. */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): GridCommand | null {
  const hasControl = ctrlKey || metaKey;
  if (altKey) return key === "ArrowUp" && !hasControl ? { kind: "up" } : null;
  if (isMove(key)) return { kind: "move", to: moves[key], extend: shiftKey };
  if (hasControl) return shiftKey ? null : (withControl[key.toLowerCase()] ?? null);
  if (key === "F10" && shiftKey) return { kind: "menu" };
  const command = alone[key];
  if (command) return command;
  return [...key].length === 1 ? { kind: "jump", letter: key } : null;
}

export function rowAfter(to: (typeof moves)[keyof typeof moves], at: { active: number; count: number; page: number }): number {
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

  function onItems(kind: "open" | "rename" | "toggle" | "cut" | "copy" | "delete") {
    const item = itemAt(held, active);
    const items = manager.current();
    if (kind === "cut" || kind === "copy" || kind === "delete") {
      if (items.length > 0) ({ cut: manager.cut, copy: manager.copy, delete: manager.askDelete })[kind](items);
    } else if (item) {
      const ones = { open: manager.open, rename: manager.rename, toggle: () => selection.check(active, item, false) };
      ones[kind](item);
    }
  }

  const plain = { up: manager.up, paste: () => manager.paste(), undo: manager.deleting.undo, all: selection.all, menu: onMenu } as const;
  const isPlain = (kind: string): kind is keyof typeof plain => Object.hasOwn(plain, kind);

  function run(command: GridCommand, now: number) {
    const { kind } = command;
    if (kind === "move") goTo(rowAfter(command.to, { active, count, page: grid.current?.pageSize() ?? 1 }), command.extend);
    else if (kind === "jump") void jump(command.letter, now);
    else if (isPlain(kind)) plain[kind]();
    else onItems(kind);
  }

  return (event: KeyboardEvent) => {
    const command = commandOf(event);
    if (!command) return;
    // Buttons and checkboxes of a row handle Enter and Space themselves.
    const isOnControl = event.target !== event.currentTarget;
    if (isOnControl && (command.kind === "open" || command.kind === "toggle")) return;
    event.preventDefault();
    if (command.kind !== "jump") typed.current = { text: "", at: 0 };
    run(command, event.timeStamp);
  };
}
