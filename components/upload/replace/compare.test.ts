import { expect, it } from "vitest";
import type { FolderFile } from "../source/folder/reading";
import { type Comparison, comparisonStats } from "./compare";

const file = (path: string, content: string): FolderFile => ({ path, file: new File([content], path) });
const same: Comparison = { version: "1", added: [], changed: [], removed: [], sameCount: 3 };

it("comparisonStats reports an identical folder", () => {
  expect(comparisonStats(same)).toEqual({ isSame: true, bytesToSend: 0, losesIndex: false, losesMost: false });
});

it("comparisonStats adds up the bytes to send", () => {
  const stats = comparisonStats({ ...same, added: [file("a", "abc")], changed: [file("b", "ab")], removed: ["c"] });
  expect(stats).toEqual({ isSame: false, bytesToSend: 5, losesIndex: false, losesMost: false });
});

it("comparisonStats reports when a folder with only the changed files would remove the rest", () => {
  const stats = comparisonStats({ ...same, sameCount: 0, changed: [file("data/a.js", "a")], removed: ["index.html", "data/b.js"] });
  expect(stats).toMatchObject({ losesIndex: true, losesMost: true });
});
