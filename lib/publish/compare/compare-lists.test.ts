import { expect, it } from "vitest";
import { batchesOf, compareLists } from "./compare-lists";

it("compareLists returns added, changed and removed files, and candidates with equal path and size", () => {
  const published = new Map([
    ["index.html", 10],
    ["tiles/0.png", 20],
    ["tiles/1.png", 30],
    [".nojekyll", 0],
    ["old/a.png", 5],
    ["old/b.png", 5],
  ]);
  const paths = ["index.html", "tiles/0.png", "tiles/1.png", "tiles/2.png", ".nojekyll"];
  expect(compareLists(paths, [10, 21, 30, 40, 0], published)).toEqual({
    added: [3],
    changed: [1],
    candidates: [0, 2],
    sameCount: 1,
    removed: ["old/a.png", "old/b.png"],
  });
});

it("compareLists returns every file as added for an empty map, and as removed for an empty folder", () => {
  expect(compareLists(["a", "b"], [1, 0], new Map()).added).toEqual([0, 1]);
  expect(compareLists([], [], new Map([["a", 1]])).removed).toEqual(["a"]);
});

it("compareLists treats two Unicode spellings as different, because both sides are in NFC", () => {
  const { added, removed } = compareLists(["\u00fc"], [1], new Map([["u\u0308", 1]]));
  expect([added, removed]).toEqual([[0], ["u\u0308"]]);
});

it("batches small files together and a large file alone", () => {
  const sizes = [...new Array<number>(2_500).fill(4_096), 900 * 1024 * 1024, 1];
  const batches = [...batchesOf([...sizes.keys()], sizes)];
  expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500, 1, 1]);
  expect(batches.flat()).toEqual([...sizes.keys()]);
});
