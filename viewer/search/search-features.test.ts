import type { Feature } from "geojson";
import { expect, it } from "vitest";
import { type MapLayer, mapLayerSchema } from "../../lib/data-maps/schema";
import { MOST_RESULTS, prepareLayer, searchFeatures } from "./search-features";

const layer = (name: string, label: string | null = null): MapLayer =>
  mapLayerSchema.parse({ name, label, file: `${name}.geojson`, format: "geojson", kind: "points" });
const feature = (properties: Feature["properties"]): Feature => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates: [0, 0] },
});

const marks = prepareLayer(layer("Marks", "title"), [
  feature({ kind: "Old berg", title: "Buoy" }),
  feature({ kind: "Bergen", title: "Light" }),
  feature({ kind: "mark", title: "Iceberg" }),
  feature({ kind: null, title: "Bergen light" }),
]);
const places = prepareLayer(layer("Places"), [feature({ id: 7, name: "Tromsø" }), feature({ id: 8, name: "Berg\nÅlesund" })]);
const search = async (text: string) => searchFeatures([await marks, await places], text);

it("results that begin with the query come first, those in the label before those in other attributes", async () => {
  const found = await search("berg");
  expect(found.map(({ title }) => title)).toEqual(["Bergen light", "Light", "Iceberg", "Buoy", "Berg\nÅlesund"]);
});

it("a result says which other attribute has the query", async () => {
  expect((await search("old berg")).map(({ title, detail }) => [title, detail])).toEqual([["Buoy", "kind: Old berg"]]);
});

it.each(["TROMSO", "tromsø", "alesund"])("%s is found without regard to accents and case", async (text) => {
  expect(await search(text)).toHaveLength(1);
});

it("numbers are found, and an empty query finds nothing", async () => {
  expect((await search("8")).map(({ title }) => title)).toEqual(["Berg\nÅlesund"]);
  expect(await search("  ")).toEqual([]);
});

it("the results of a layer follow one another, and are limited in all", async () => {
  const many = Array.from({ length: 30 }, (_, index) => feature({ name: `Berg ${index}` }));
  const found = searchFeatures([await prepareLayer(layer("Many"), many), await marks], "berg");
  expect(found).toHaveLength(MOST_RESULTS);
  const layers = found.map((result) => result.layer.name);
  expect(layers).toEqual([...layers].sort());
});
