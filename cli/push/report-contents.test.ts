import { expect, it } from "vitest";
import { findCaseCollisions, warnOfCases } from "./report-contents";

it("findCaseCollisions returns pairs of paths that differ only in case", () => {
  expect(findCaseCollisions(["a.png", "tiles/A.PNG", "A.png", "tiles/a.png", "b"])).toEqual([
    ["a.png", "A.png"],
    ["tiles/A.PNG", "tiles/a.png"],
  ]);
});

it("warnOfCases warns once, and not without collisions", () => {
  const logged: string[] = [];
  const report = { log: (text: string) => logged.push(text) };
  warnOfCases(["a", "b"], report);
  warnOfCases(["a", "A", "b", "B"], report);
  expect(logged).toEqual(["a and A differ only in upper and lower case, and 1 pair more. Both are published."]);
});
