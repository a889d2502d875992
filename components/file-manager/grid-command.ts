/** What a key does in the listing. */
export type GridCommand =
  | { kind: "move"; to: "previous" | "next" | "first" | "last" | "pageUp" | "pageDown"; extend: boolean }
  | { kind: "jump"; letter: string }
  | { kind: "open" | "up" | "rename" | "delete" | "cut" | "copy" | "paste" | "toggle" | "all" | "menu" | "undo" };

/** The part of a keyboard event that matters. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

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

/** @returns null of a key that is the browser's */
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

/** @returns the row that a move leads to, from 0; 0 of an empty folder */
export function rowAfter(to: (typeof moves)[keyof typeof moves], at: { active: number; count: number; page: number }): number {
  const { active, count, page } = at;
  const next = { previous: active - 1, next: active + 1, first: 0, last: count - 1, pageUp: active - page, pageDown: active + page }[to];
  return Math.max(0, Math.min(next, count - 1));
}
