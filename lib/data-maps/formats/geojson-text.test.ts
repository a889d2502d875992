import { describe, expect, it } from "vitest";
import { describeOne, refusal, shown } from "../../../tests/setup/data-files/described";

const collection = (...geometries: unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", features: geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry })) });
const point = (...coordinates: unknown[]) => ({ type: "Point", coordinates });
const buoy = '{"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[8.5,54]}}';
const crs = (name: string, [x, y]: [number, number]) =>
  JSON.stringify({
    type: "FeatureCollection",
    crs: { type: "name", properties: { name } },
    features: [{ type: "Feature", properties: { depth: 4 }, geometry: point(x, y) }],
  });

describe("GeoJSON", () => {
  it.each([
    ["with one object on each line", "a.geojson", `${buoy}\n${buoy}\n`, 2],
    ["of a text sequence", "a.geojsons", `\x1e${buoy}\n\x1e${buoy}\n`, 2],
    ["with a mark of UTF-8", "a.geojson", `\uFEFF${buoy}`, 1],
    ["with texts as coordinates", "a.geojson", collection(point("8.5", "54")), 1],
    ["with NaN and trailing commas", "a.geojson", `{"type":"FeatureCollection","features":[${buoy.replace(":1}", ":NaN}")},]}`, 1],
    ["without types", "a.geojson", `{"features":[${buoy.replace('"type":"Feature",', "")}]}`, 1],
  ])("%s is read", async (_kind, path, content, count) => {
    const { features } = await shown(path, content);
    expect(features).toHaveLength(count);
    expect(features[0]).toMatchObject({ type: "Feature", geometry: point(8.5, 54) });
  });

  it("that MapLibre can read isn't marked for repair", async () => {
    expect(await describeOne("a.geojson", collection(point(8, 54), null))).not.toHaveProperty("isRepaired");
    expect(await describeOne("a.geojson", collection(point("8", "54")))).toMatchObject({ isRepaired: true });
  });

  it("leaves out faulty features and lists them", async () => {
    const good = Array.from({ length: 12 }, () => point(8, 54));
    const content = collection(
      ...good,
      null,
      { type: "Polygon", coordinates: [] },
      { type: "Curve" },
      point(8, null),
      point(565_811, 5_934_018),
    );
    const { layer, features } = await shown("a.geojson", content);
    expect(features).toHaveLength(12);
    expect(layer.notes).toEqual([
      "1 of 17 features has no geometry: feature 13.",
      "1 of 17 features has an empty geometry: feature 14.",
      "1 of 17 features has a geometry of an unknown type: feature 15.",
      "1 of 17 features has a coordinate that isn't a number: feature 16.",
      "1 of 17 features has coordinates that aren't longitude and latitude: feature 17.",
    ]);
  });

  it("lists a line that isn't JSON", async () => {
    const { layer, features } = await shown("a.ndjson", `${buoy}\n{"type":\n${buoy}\n`);
    expect([features.length, layer.notes]).toEqual([2, ["1 of 3 features has text that isn't valid JSON: feature 2."]]);
  });

  it.each(["urn:ogc:def:crs:EPSG::25832", "EPSG:25832", "http://www.opengis.net/def/crs/EPSG/0/25832"])(
    "in the projection %s is converted",
    async (name) => {
      expect(await describeOne("a.geojson", crs(name, [565_811, 5_934_018]))).toMatchObject({
        format: "gdal",
        projection: "EPSG:25832",
        kind: "points",
        bounds: null,
        attributes: ["depth"],
      });
    },
  );

  it.each([4258, 4269, 4674, 4283, 7844, 4979])("in EPSG:%i is in degrees", async (number) => {
    expect(await describeOne("a.geojson", crs(`urn:ogc:def:crs:EPSG::${number}`, [8, 54]))).toMatchObject({ format: "geojson" });
  });

  it("in metres asks for its projection", async () => {
    const layer = await describeOne("a.json", collection(point(3_500_000, 5_934_018)));
    expect(layer).toMatchObject({ format: "gdal", question: { kind: "projection", likely: ["EPSG:31467", "EPSG:3857"] } });
  });

  it("with latitude first in its projection asks whether it is swapped", async () => {
    const place: [number, number] = [48.1, 16.4];
    expect((await describeOne("a.geojson", crs("urn:ogc:def:crs:EPSG::4326", place)))?.question).toEqual({ kind: "swapped", at: place });
    expect(await describeOne("a.geojson", crs("urn:ogc:def:crs:OGC:1.3:CRS84", place))).not.toHaveProperty("question");
  });

  it("that is split at the antimeridian opens there", async () => {
    const ring = (west: number, east: number) => [
      [
        [west, -19],
        [east, -19],
        [east, -16],
        [west, -19],
      ],
    ];
    const content = collection({ type: "MultiPolygon", coordinates: [ring(177, 180), ring(-180, -178)] });
    expect(await describeOne("a.geojson", content)).toMatchObject({ bounds: [177, -19, 182, -16] });
  });

  it("over the antimeridian goes the short way, and the edge of the world stays", async () => {
    const { layer, features } = await shown(
      "a.geojson",
      collection({
        type: "LineString",
        coordinates: [
          [175, -18],
          [-175, -14],
        ],
      }),
    );
    expect([layer.bounds, features[0]?.geometry]).toEqual([
      [175, -18, 185, -14],
      {
        type: "LineString",
        coordinates: [
          [175, -18],
          [185, -14],
        ],
      },
    ]);
    const world = [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ];
    expect(await describeOne("a.geojson", collection({ type: "Polygon", coordinates: world }))).toMatchObject({
      bounds: [-180, -90, 180, 90],
    });
  });

  it.each([
    ["a.json", '{"geometryType":"esriGeometryPoint","features":[{"attributes":{},"geometry":{"x":8,"y":54}}]}'],
    ["a.geojson", '{"type":"Topology","objects":{},"arcs":[]}'],
  ])("of another program is converted: %s", async (path, content) => {
    expect(await describeOne(path, content)).toMatchObject({ format: "gdal" });
  });

  it("with buildings of CityJSON is refused", async () => {
    expect(await refusal("a.city.json", '{"type":"CityJSON","CityObjects":{},"vertices":[]}')).toContain("is CityJSON");
  });
});
