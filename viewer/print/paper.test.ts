import { expect, it } from "vitest";
import { type Box, layoutPaper, ORIENTATIONS, PAPERS, type Paper } from "./paper";

const names = <Name extends string>(options: Readonly<Record<Name, string>>) => Object.keys(options) as Name[];
const papers: Paper[] = names(PAPERS).flatMap((paper) =>
  names(ORIENTATIONS).flatMap((orientation) => [true, false].map((hasLegend) => ({ paper, orientation, hasLegend }))),
);

const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

it.each(papers)("layoutPaper puts all parts on the page, none above another, on $paper $orientation with legend: $hasLegend", (paper) => {
  const { page, title, map, legend, footer } = layoutPaper(paper, () => 40);
  const parts = [title, map, footer, ...(legend ? [legend] : [])];
  for (const [index, part] of parts.entries()) {
    expect([part.x, part.y, page.width - part.x - part.width, page.height - part.y - part.height].every((gap) => gap >= 9.999)).toBe(true);
    for (const other of parts.slice(index + 1)) expect(overlap(part, other)).toBe(false);
  }
  expect(map.width * map.height).toBeGreaterThan(0.5 * page.width * page.height);
});

it("layoutPaper returns pages with the sides of ISO 216", () => {
  const sizeOf = (paper: Paper["paper"], orientation: Paper["orientation"]) =>
    layoutPaper({ paper, orientation, hasLegend: false }, () => 0).page;
  expect(sizeOf("a4", "landscape")).toEqual({ width: 297, height: 210 });
  expect(sizeOf("a3", "portrait")).toEqual({ width: 297, height: 420 });
});

it("layoutPaper leaves the map 70 % of a portrait page when the legend is long", () => {
  const { legend } = layoutPaper({ paper: "a4", orientation: "portrait", hasLegend: true }, () => 500);
  expect(legend?.height).toBeCloseTo(0.3 * 297);
});
