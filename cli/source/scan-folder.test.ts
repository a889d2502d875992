import { expect, it } from "vitest";
import { excluder } from "./scan-folder";

it.each([
  ["*.map", "a.map", true],
  ["*.map", "js/deep/a.map", true],
  ["*.map", "a.mapp", false],
  ["node_modules/", "js/node_modules", true],
  ["/drafts", "drafts", true],
  ["/drafts", "old/drafts", false],
  ["tiles/*/0.png", "tiles/3/0.png", true],
  ["tiles/*/0.png", "tiles/3/4/0.png", false],
  ["tiles/**/0.png", "tiles/3/4/0.png", true],
  ["tiles/**/0.png", "tiles/0.png", true],
  ["tiles/**", "tiles/3/4/0.png", true],
  ["a?.txt", "ab.txt", true],
  ["a?.txt", "a/.txt", false],
  ["a+(b)[c].txt", "a+(b)[c].txt", true],
  ["u\u0308.png", "\u00fc.png", true],
  ["", "anything", false],
])("excluder with %s returns for %s: %s", (pattern, path, isOut) => {
  expect(excluder([pattern])(path, true)).toBe(isOut);
});

it("excluder matches only folders when the pattern ends with a slash", () => {
  expect(excluder(["build/"])("build", false)).toBe(false);
  expect(excluder(["x", "build/"])("build", true)).toBe(true);
});
