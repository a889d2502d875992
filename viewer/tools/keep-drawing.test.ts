import type { StyleSpecification } from "maplibre-gl";
import { expect, it } from "vitest";
import { keepDrawing } from "./keep-drawing";

const style = (...ids: string[]): StyleSpecification => ({
  version: 8,
  sources: Object.fromEntries(ids.map((id) => [id, { type: "geojson", data: id }])),
  layers: ids.map((id) => ({ id, type: "line", source: id })),
});

it("keeps what a tool has drawn, above the layers of the next style, and nothing else of the former one", () => {
  expect(keepDrawing(style("quays", "td-point"), style("berths"))).toEqual(style("berths", "td-point"));
  expect(keepDrawing(undefined, style("berths"))).toEqual(style("berths"));
});
