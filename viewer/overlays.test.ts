import type { StyleSpecification } from "maplibre-gl";
import { expect, it } from "vitest";
import { keepOverlays, OVERLAY } from "./overlays";

const style = (...ids: string[]): StyleSpecification => ({
  version: 8,
  sources: Object.fromEntries(ids.map((id) => [id, { type: "geojson", data: `${id}.geojson` }])),
  layers: ids.map((id) => ({ id, type: "line", source: id })),
});
const mark = `${OVERLAY}mark`;

it("overlays stay above the layers of the next style, and former layers don't", () => {
  expect(keepOverlays(style("old", mark), style("new"))).toEqual(style("new", mark));
});

it("the first style is used as it is", () => expect(keepOverlays(undefined, style("new"))).toEqual(style("new")));
