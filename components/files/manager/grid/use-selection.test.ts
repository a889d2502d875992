import { describe, expect, it } from "vitest";
import type { FileItem } from "@/lib/files/schema";
import { chooseAll, chooseOnly, chooseRange, chosenBytes, clear, goTo, nothingChosen, rangeTo, targetsOf, toggle } from "./use-selection";

function file(name: string, size = 1): FileItem {
  return { name, path: `data/${name}`, type: "file", size, modified: "2026-11-20T10:00:00.000Z" };
}

const items = ["a", "b", "c", "d", "e"].map((name) => file(name));
const [a, b, c, d] = items as [FileItem, FileItem, FileItem, FileItem];
const names = ({ chosen }: { chosen: ReadonlyMap<string, FileItem> }) => [...chosen.values()].map(({ name }) => name);

describe("selection", () => {
  it("chooseOnly replaces the selection, toggle adds and removes one item", () => {
    let selection = chooseOnly(1, b);
    selection = toggle(selection, 3, d);
    expect(names(selection)).toEqual(["b", "d"]);
    selection = toggle(selection, 1, b);
    expect(names(selection)).toEqual(["d"]);
    expect(selection).toMatchObject({ active: 1, anchor: 1 });
    expect(names(chooseOnly(0, a))).toEqual(["a"]);
  });

  it("chooseRange selects from the anchor in both directions and replaces the previous range", () => {
    const begun = chooseOnly(2, c);
    expect(rangeTo(begun, 4)).toEqual({ from: 2, to: 4 });
    const down = chooseRange(begun, 4, items.slice(2, 5), false);
    expect(names(down)).toEqual(["c", "d", "e"]);
    expect(down).toMatchObject({ active: 4, anchor: 2 });
    expect(rangeTo(down, 0)).toEqual({ from: 0, to: 2 });
    expect(names(chooseRange(down, 0, items.slice(0, 3), false))).toEqual(["a", "b", "c"]);
  });

  it("chooseRange can add a range to the selection", () => {
    const begun = toggle(chooseOnly(0, a), 2, c);
    expect(names(chooseRange(begun, 3, items.slice(2, 4), true))).toEqual(["a", "c", "d"]);
  });

  it("chooseAll and clear keep the active row", () => {
    const all = chooseAll(goTo(nothingChosen, 3), items);
    expect(all.chosen.size).toBe(5);
    expect(clear(all)).toEqual({ chosen: new Map(), active: 3, anchor: 3 });
    expect(clear(nothingChosen)).toBe(nothingChosen);
  });

  it("targetsOf returns the selection for a selected row, chosenBytes its size", () => {
    const selection = chooseAll(nothingChosen, [file("big", 2_048), file("small", 10)]);
    expect(chosenBytes(selection)).toBe(2_058);
    expect(targetsOf(selection, file("big")).map(({ name }) => name)).toEqual(["big", "small"]);
    expect(targetsOf(selection, c)).toEqual([c]);
  });
});
