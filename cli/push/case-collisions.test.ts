import { expect, it } from "vitest";
import { findCaseCollisions, warnOfCases } from "./case-collisions";

it("finds what is one file elsewhere", () => {
  expect(findCaseCollisions(["a.png", "tiles/A.PNG", "A.png", "tiles/a.png", "b"])).toEqual([
    ["a.png", "A.png"],
    ["tiles/A.PNG", "tiles/a.png"],
  ]);
});

it("warns once, and of nothing when there is nothing", () => {
  const said: string[] = [];
  const report = { say: (text: string) => said.push(text) };
  warnOfCases(["a", "b"], report);
  warnOfCases(["a", "A", "b", "B"], report);
  expect(said).toEqual(["a and A differ only in upper and lower case, and 1 pair more. Both are published."]);
});
