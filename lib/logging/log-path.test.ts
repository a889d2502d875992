import { expect, it } from "vitest";
import { pathForLog } from "./log-path";

const SECRET = `aA1${"x".repeat(40)}`;

it.each<[string | undefined, string]>([
  [undefined, "/"],
  ["/projects/maps/harbour/tiles/1/0/0.png", "/projects/maps/harbour/tiles/1/0/0.png"],
  ["/projects/maps/harbour/?ticket=abc", "/projects/maps/harbour/"],
  ["/reset-password#token", "/reset-password"],
  [`/reset/${SECRET}`, "/reset/[removed]"],
  [`/share/${"a".repeat(43)}`, "/share/[removed]"],
  ["/share/short?x=1", "/share/[removed]"],
  ["/share-links", "/share-links"],
  [`/reset/${SECRET}/again`, "/reset/[removed]/again"],
])("pathForLog shows %j as %s", (url, shown) => {
  expect(pathForLog(url)).toBe(shown);
});

it("pathForLog cuts a long path before it searches it", () => {
  const shown = pathForLog(`/aA1${"a".repeat(1_000_000)}%25`);
  expect(shown.length).toBeLessThan(520);
  expect(shown.endsWith("…")).toBe(true);
});
