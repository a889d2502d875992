import { expect, it } from "vitest";
import type { FolderFile } from "../source/folder/reading";
import type { Comparison } from "./compare";
import { comparisonStats } from "./comparison-stats";

const file = (path: string, content: string): FolderFile => ({ path, file: new File([content], path) });
const same: Comparison = { version: "1", added: [], changed: [], removed: [], sameCount: 3 };

it("knows when there is nothing to do", () => {
  expect(comparisonStats(same)).toEqual({ isSame: true, bytesToSend: 0, losesIndex: false, losesMost: false });
});

it("adds up what has to be sent", () => {
  const stats = comparisonStats({ ...same, added: [file("a", "abc")], changed: [file("b", "ab")], removed: ["c"] });
  expect(stats).toEqual({ isSame: false, bytesToSend: 5, losesIndex: false, losesMost: false });
});

it("sees that a folder with only the changed files would take the rest away", () => {
  const stats = comparisonStats({ ...same, sameCount: 0, changed: [file("data/a.js", "a")], removed: ["index.html", "data/b.js"] });
  expect(stats).toMatchObject({ losesIndex: true, losesMost: true });
});
