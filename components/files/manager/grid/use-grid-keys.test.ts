import { describe, expect, it } from "vitest";
import { commandOf, rowAfter } from "./use-grid-keys";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe("grid keys", () => {
  it.each([
    [press("ArrowDown"), { kind: "move", to: "next", extend: false }],
    [press("End", { shiftKey: true }), { kind: "move", to: "last", extend: true }],
    [press("a", { ctrlKey: true }), { kind: "all" }],
    [press("C", { metaKey: true }), { kind: "copy" }],
    [press("ArrowUp", { altKey: true }), { kind: "up" }],
    [press("Backspace"), { kind: "up" }],
    [press("F10", { shiftKey: true }), { kind: "menu" }],
    [press(" "), { kind: "toggle" }],
    [press("å"), { kind: "jump", letter: "å" }],
    [press("T", { shiftKey: true }), { kind: "jump", letter: "T" }],
  ])("commandOf maps key press %# to %j", (command, expected) => {
    expect(command).toEqual(expected);
  });

  it("commandOf returns null for keys that the browser handles", () => {
    const theirs = [
      press("r", { ctrlKey: true }),
      press("ArrowLeft", { altKey: true }),
      press("Tab"),
      press("Escape"),
      press("c", { ctrlKey: true, shiftKey: true }),
      press("z", { ctrlKey: true }),
    ];
    expect(theirs).toEqual([null, null, null, null, null, null]);
  });

  it("rowAfter stays within the rows of the folder", () => {
    const at = { active: 3, count: 50, page: 10 };
    expect((["previous", "next", "first", "last", "pageUp", "pageDown"] as const).map((to) => rowAfter(to, at))).toEqual([
      2, 4, 0, 49, 0, 13,
    ]);
    expect(rowAfter("next", { active: 0, count: 0, page: 10 })).toBe(0);
    expect(rowAfter("last", { active: 0, count: 0, page: 10 })).toBe(0);
  });
});
