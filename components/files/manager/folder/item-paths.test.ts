import { describe, expect, it } from "vitest";
import { canMoveInto, countOf, parentOf, partsOf, stemLength } from "./item-paths";

describe("item paths", () => {
  it("partsOf returns the folders on the path, parentOf the folder above", () => {
    expect(partsOf("")).toEqual([]);
    expect(partsOf("tiles/1/0")).toEqual([
      { name: "tiles", path: "tiles" },
      { name: "1", path: "tiles/1" },
      { name: "0", path: "tiles/1/0" },
    ]);
    expect(parentOf("tiles/1/0")).toBe("tiles/1");
    expect(parentOf("tiles")).toBe("");
    expect(parentOf("")).toBe("");
  });

  it.each([
    ["into another folder", ["a.js"], "data", true],
    ["up", ["data/a.js"], "", true],
    ["where it is", ["data/a.js"], "data", false],
    ["where some of them are", ["data/a.js", "b.js"], "data", true],
    ["into itself", ["data"], "data", false],
    ["below itself", ["data"], "data/old", false],
    ["into a folder whose name begins alike", ["data"], "data-old", true],
    ["of no items", [], "data", false],
  ])("canMoveInto for a move %s: %j into %j returns %s", (_what, paths, folder, can) => {
    expect(canMoveInto(paths, folder)).toBe(can);
  });

  it.each([
    ["app.min.js", "file", 7],
    ["README", "file", 6],
    [".htaccess", "file", 9],
    ["v1.2", "folder", 4],
  ] as const)("stemLength of %s, a %s, returns %i", (name, type, length) => {
    expect(stemLength(name, type)).toBe(length);
  });

  it("countOf uses the singular for one and separates thousands", () => {
    expect([countOf(0, "item"), countOf(1, "item"), countOf(50_000, "file")]).toEqual(["0 items", "1 item", "50,000 files"]);
  });
});
