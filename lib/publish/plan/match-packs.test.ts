import { expect, it } from "vitest";
import { FileTable } from "./file-table";
import { matchPacks } from "./match-packs";

const stored = (packId: string, ...files: [string, number, number][]) => ({
  sessionId: "one",
  packId,
  size: files.reduce((sum, [, size]) => sum + size, 0),
  paths: files.map(([path]) => path),
  sizes: files.map(([, size]) => size),
  times: files.map(([, , time]) => time),
});

function folder(...files: [string, number, number][]): FileTable {
  const table = new FileTable();
  table.add({
    paths: files.map(([path]) => `site/${path}`),
    sizes: files.map(([, size]) => size),
    times: files.map(([, , time]) => time),
  });
  return table;
}

const every = () => true;

it("matchPacks keeps packs with unchanged files and updates their file numbers", () => {
  const table = folder(["c", 3, 1], ["b", 2, 1], ["a", 1, 1]);
  const first = stored("1", ["a", 1, 1], ["b", 2, 1]);
  const { kept, dropped, changes } = matchPacks(table, [first, stored("2", ["c", 3, 1])], every);
  expect(kept.map(({ pack, files }) => [pack.packId, Array.from(files)])).toEqual([
    ["1", [2, 1]],
    ["2", [0]],
  ]);
  expect(dropped).toEqual([]);
  expect(changes).toEqual({ added: 0, changed: 0, removed: 0 });
});

it("matchPacks drops packs with a changed, missing or unwanted file", () => {
  const table = folder(["a", 1, 1], ["b", 2, 9], ["d", 4, 1], ["e", 5, 1]);
  const packs = [stored("1", ["a", 1, 1], ["b", 2, 1]), stored("2", ["c", 3, 1]), stored("3", ["d", 4, 1])];
  const { kept, dropped, changes } = matchPacks(table, packs, (number) => number !== 2);
  expect(kept).toEqual([]);
  expect(dropped.map(({ packId }) => packId)).toEqual(["1", "2", "3"]);
  expect(changes).toEqual({ added: 1, changed: 1, removed: 1 });
});
