import { describe, expect, it } from "vitest";
import { MOST_PAGES, opensWithPage, PageCollection, sortPages } from "./rank";

describe("sortPages", () => {
  it.each<[string, string[]]>([
    ["an index before maps, and maps before other names", ["index.htm", "leaflet.html", "a.html"]],
    ["pages of outer folders before an index inside", ["z.html", "app/index.html", "app/b/index.html"]],
    ["documents last, wherever they are", ["deep/er/map.html", "README.html", "a/license.htm"]],
    ["names in order", ["a.html", "b.html", "c.xhtml"]],
  ])("puts %s", (_rule, expected) => {
    expect(sortPages(expected.toReversed())).toEqual(expected);
  });
});

it("opensWithPage returns false when there are only documents about the data", () => {
  expect([[], ["metadata.html"], ["about.htm", "readme.html"]].map(opensWithPage)).toEqual([false, false, false]);
  expect(opensWithPage(["map.html", "readme.html"])).toBe(true);
});

it("PageCollection keeps the likeliest pages of a site with very many", () => {
  const pages = new PageCollection();
  for (let number = 0; number < 5_000; number += 1) pages.add(`docs/page-${number}.html`);
  pages.add("start.html");
  pages.add("data.json");
  expect(pages.sorted()).toHaveLength(MOST_PAGES);
  expect(pages.sorted()[0]).toBe("start.html");
});
