import { expect, it } from "vitest";
import { CompareError } from "./compare-error";
import { LocalPaths } from "./local-paths";

function placesOf(...paths: string[]): (string | null)[] {
  const places = new LocalPaths();
  for (const path of paths) places.add(path);
  return places.finish();
}

it("spells every path as the server keeps it", () => {
  const decomposed = "data/Hafenu\u0308bersicht.js";
  expect(placesOf("index.html", decomposed)).toEqual(["index.html", "data/Hafen\u00fcbersicht.js"]);
});

it("leaves out what nobody meant to publish", () => {
  expect(placesOf(".DS_Store", "index.html", "tiles/._0.png", "__MACOSX/x")).toEqual([null, "index.html", null, null]);
});

it("takes a folder away that wraps the whole site, whatever lies beside it and is left out", () => {
  expect(placesOf(".DS_Store", "site/index.html", "site/tiles/0.png")).toEqual([null, "index.html", "tiles/0.png"]);
  expect(placesOf("site/index.html", "readme.txt")).toEqual(["site/index.html", "readme.txt"]);
  expect(placesOf("site/tiles/0.png")).toEqual(["site/tiles/0.png"]);
});

it("refuses two spellings of one path", () => {
  expect(() => placesOf("u\u0308.js", "\u00fc.js")).toThrow(new CompareError('"\u00fc.js" is in the folder more than once.'));
});

it.each(["a\nb.png", `${"x".repeat(256)}.png`, "../index.html"])("refuses %j", (path) => {
  expect(() => placesOf(path)).toThrow(CompareError);
});
