import { describe, expect, it } from "vitest";
import type { ShownLayer } from "../shown-map";
import { legendRows, placeLegend } from "./paper-legend";
import { wrapText } from "./paper-text";

const layer = (members: Partial<ShownLayer>): ShownLayer => ({
  ...{ name: "Layer", file: "a.geojson", format: "geojson", kind: "areas", visible: true, opacity: 1, color: "#123456" },
  ...{ usesFileStyle: false, width: 2, minZoom: 0, maxZoom: 24, label: null, attributes: [] },
  ...members,
});
const mapOf = (...layers: ShownLayer[]) => ({
  version: 2 as const,
  title: "Map",
  view: { center: [0, 0] as [number, number], zoom: 1 },
  basemap: null,
  layers,
});
/** Each letter is half as wide as high. */
const measure = (text: string, size: number) => text.length * size * 0.18;

describe("legendRows", () => {
  it("has the classes that are shown, with their unit, below the name of the attribute", () => {
    const colorBy = { kind: "classes" as const, attribute: "depth", limits: [5, 10], colors: ["#aaaaaa", "#bbbbbb", "#cccccc"], unit: "m" };
    const popup = [{ attribute: "depth", name: "Depth" }];
    const [rows = []] = legendRows(mapOf(layer({ kind: "points", colorBy, popup, hidden: [1] })), 10);
    expect(rows.map(({ texts }) => texts[0])).toEqual(["Layer", "Depth", "Below 5 m", "10 m and more"]);
    expect(rows[3]?.sign).toEqual({ kind: "points", colors: ["#cccccc"] });
  });

  it("has a ramp with its ends for a raster", () => {
    const rasterStyle = { kind: "ramp" as const, colors: ["#000000", "#ffffff"], range: [-40, 0] as [number, number], unit: "m" };
    const [rows] = legendRows(mapOf(layer({ kind: "raster", format: "cog", rasterStyle })), 10);
    expect(rows?.[1]).toMatchObject({ isRamp: true, texts: ["-40 m", "0 m"], sign: { colors: ["#000000", "#ffffff"] } });
  });

  it("leaves out layers that are hidden, damaged or not drawn at the zoom of the paper", () => {
    const none = [layer({ visible: false }), layer({ problem: "It is damaged." }), layer({ minZoom: 12 }), layer({ maxZoom: 10 })];
    expect(legendRows(mapOf(...none), 10)).toEqual([]);
  });
});

describe("placeLegend", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => [{ texts: [`Layer ${index}`] }]);

  it.each([1, 20, 200])("keeps %d layers in the box", (count) => {
    const box = { x: 10, y: 20, width: 120, height: 60 };
    for (const row of placeLegend(rows(count), box, measure)) {
      expect(row.x).toBeGreaterThanOrEqual(10);
      expect(row.x + row.width).toBeLessThanOrEqual(130.001);
      expect(row.y + row.size * 0.3528).toBeLessThanOrEqual(80);
    }
  });

  it("takes smaller letters before it counts what doesn't fit", () => {
    const box = { x: 0, y: 0, width: 58, height: 50 };
    expect(placeLegend(rows(5), box, measure).at(-1)).toMatchObject({ texts: ["Layer 4"], size: 8 });
    expect(placeLegend(rows(9), box, measure).at(-1)).toMatchObject({ texts: ["Layer 8"], size: 7 });
    const placed = placeLegend(rows(90), box, measure);
    expect(placed.at(-1)?.texts[0]).toBe(`and ${90 - placed.length + 1} more`);
  });
});

describe("wrapText", () => {
  it("breaks at spaces, and cuts what is too long for the lines", () => {
    const room = { width: 18, most: 2, size: 10 };
    expect(wrapText("one two", room, measure)).toEqual(["one two"]);
    expect(wrapText("one two three", room, measure)).toEqual(["one two", "three"]);
    expect(wrapText("one two three four five", room, measure)).toEqual(["one two", "three fou…"]);
    expect(wrapText("anchorages-of-ships", room, measure)).toEqual(["anchorage…"]);
  });
});
