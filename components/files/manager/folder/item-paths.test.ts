import { describe, expect, test } from "vitest";
import { canMoveInto, countItems, parentOf, partsOf, stemLength } from "./item-paths";

describe("paths of items", () => {
  test("the way to a folder", () => {
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

  test.each([
    ["into another folder", ["a.js"], "data", true],
    ["up", ["data/a.js"], "", true],
    ["where it is", ["data/a.js"], "data", false],
    ["where some of them are", ["data/a.js", "b.js"], "data", true],
    ["into itself", ["data"], "data", false],
    ["below itself", ["data"], "data/old", false],
    ["into a folder whose name begins alike", ["data"], "data-old", true],
    ["nothing", [], "data", false],
  ])("%s", (_what, paths, folder, can) => {
    expect(canMoveInto(paths, folder)).toBe(can);
  });

  test.each([
    ["app.min.js", "file", 7],
    ["README", "file", 6],
    [".htaccess", "file", 9],
    ["v1.2", "folder", 4],
  ] as const)("%s, a %s: %i characters stand before its extension", (name, type, length) => {
    expect(stemLength(name, type)).toBe(length);
  });

  test("counts", () => {
    expect([countItems(0), countItems(1), countItems(50_000)]).toEqual(["0 items", "1 item", "50,000 items"]);
  });
});
