import { describe, expect, it } from "vitest";
import type { DataMap } from "@/lib/data-maps/schema";
import { addBookmark, changeLayer, describeView, moveLayer, problemsOf, readMap, writeMap } from "./map-draft";

const depths = { name: "Depths", file: "depths.pmtiles", format: "pmtiles", sourceLayer: "depths", kind: "areas", "x-note": "expert" };
const berths = { name: "Berths", file: "berths.geojson", format: "geojson", kind: "points", color: "#d9480f" };
const written = { title: "Harbour", version: 1, legend: { place: "left" }, view: { bounds: [4, 51, 5, 52] }, layers: [depths, berths] };

function read(raw: object = written): DataMap {
  const result = readMap(JSON.stringify(raw));
  if (result.kind === "invalid") throw new Error(result.problems.join());
  return result.map;
}

describe("changeLayer", () => {
  it("moves all layers of a folder of tiles and the view when the order of its rows is changed", () => {
    const tiles = { scheme: "xyz", minZoom: 0, maxZoom: 3, bounds: [4, 51, 5, 52] };
    const folder = { name: "A", file: "{z}/{x}/{y}.pbf", format: "tiles", kind: "lines", sourceLayer: "a", tiles, notes: ["Unknown."] };
    const map = read({ ...written, layers: [folder, { ...folder, sourceLayer: "b" }, berths] });
    const turned = { ...tiles, scheme: "tms" as const, bounds: [4, -52, 5, -51] as [number, number, number, number] };
    const changed = changeLayer(map, 1, { tiles: turned });
    expect(changed.layers.map((layer) => [layer.tiles, layer.notes])).toEqual([
      [turned, undefined],
      [turned, undefined],
      [undefined, undefined],
    ]);
    expect(changed.view).toEqual({ bounds: turned.bounds });
  });
});

describe("readMap", () => {
  it("adds defaults and keeps unknown members, also in the file that is written", () => {
    const map = read();
    expect(map).toMatchObject({ ...written, basemap: null });
    expect(map.layers[0]).toMatchObject({ opacity: 1, width: 2, minZoom: 0, maxZoom: 24, label: null, visible: true });
    const again = JSON.parse(writeMap(changeLayer(map, 0, { color: "#0f8a5f" })));
    expect(again).toMatchObject({ legend: { place: "left" }, layers: [{ "x-note": "expert", color: "#0f8a5f" }, berths] });
    expect(Object.keys(again).slice(0, 4)).toEqual(["title", "version", "legend", "view"]);
  });

  it.each([
    ["text that is not JSON", "{", /^The file is not valid JSON: /],
    ["another version", JSON.stringify({ ...written, version: 3 }), /^version: /],
    [
      "a wrong colour",
      JSON.stringify({ ...written, layers: [{ ...depths, color: "blue" }] }),
      /^layers\[0\]\.color: Write a colour such as #2563eb\.$/,
    ],
    ["a list in place of a map", "[]", /./],
    ["null", "null", /./],
  ])("names the mistake in %s", (_, text, problem) => {
    const result = readMap(text);
    expect(result.kind === "invalid" ? result.problems[0] : result.kind).toMatch(problem);
  });
});

it("changeLayer ends the style of the file when the user chooses a colour or a width", () => {
  const map = changeLayer(read(), 0, { usesFileStyle: true });
  const usesFileStyle = (changes: object) => changeLayer(map, 0, changes).layers[0]?.usesFileStyle;
  expect([{ name: "Ports" }, { color: "#0f8a5f" }, { width: 5 }].map(usesFileStyle)).toEqual([true, false, false]);
});

it("problemsOf names each wrong member once", () => {
  const map = { ...changeLayer(read(), 1, { width: Number.NaN, name: " " }), title: "", basemap: "" };
  expect(Object.fromEntries(problemsOf(map))).toEqual({
    title: "Enter a title.",
    basemap: "Enter an address.",
    "layers.1.name": "Enter a name.",
    "layers.1.width": "Enter a number from 0.5 to 20.",
  });
  expect(problemsOf(read()).size).toBe(0);
});

it("moveLayer moves a layer up and down and changes nothing else", () => {
  const map = read();
  expect(moveLayer(map, 1, -1).layers.map(({ name }) => name)).toEqual(["Berths", "Depths"]);
  expect(moveLayer(moveLayer(map, 0, 1), 1, -1)).toEqual(map);
});

it("describeView writes latitudes before longitudes", () => {
  expect(describeView({ bounds: [4, 51, 5, 52] })).toBe("From 51.000°, 4.000° to 52.000°, 5.000°");
  expect(describeView({ center: [4.1234, 51.9], zoom: 9.46 })).toBe("Centre 51.900°, 4.123°, zoom 9.5");
});

it("adds bookmarks with names that no other has", () => {
  const view = { center: [4, 51] as [number, number], zoom: 9 };
  const map = read();
  const [first, second] = [addBookmark(map, view), addBookmark({ ...map, bookmarks: [{ name: "View 2", view }] }, view)];
  expect(first.bookmarks).toEqual([{ name: "View 1", view }]);
  expect(second.bookmarks?.map(({ name }) => name)).toEqual(["View 2", "View 3"]);
});
