import { describe, expect, it } from "vitest";
import { DataRefusedError } from "./data-file";
import { type FeatureText, readFeatures } from "./read-features";

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Buoy</name>
<description><![CDATA[<b>Red</b>]]></description><Point><coordinates>8.1,54.0,3</coordinates></Point></Placemark></Document></kml>`;
const GPX = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><wpt lat="54" lon="8.1"><name>Pier</name></wpt><trk><name>Ferry</name><trkseg>
<trkpt lat="54" lon="8"><time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="54.1" lon="8.1"><time>2026-01-01T00:01:00Z</time></trkpt></trkseg></trk></gpx>`;

const read = async (format: FeatureText["format"], text: string) =>
  (await readFeatures({ format, file: `data/x.${format}`, text })).features;

describe("readFeatures", () => {
  it("reads a geometry, a feature and a collection of GeoJSON", async () => {
    const geometry = { type: "Point", coordinates: [8, 54] };
    const feature = { type: "Feature", properties: { depth: 4 }, geometry };
    expect(await read("geojson", JSON.stringify(geometry))).toEqual([{ type: "Feature", properties: {}, geometry }]);
    expect(await read("geojson", JSON.stringify(feature))).toEqual([feature]);
    expect(await read("geojson", JSON.stringify({ features: [feature], type: "FeatureCollection" }))).toEqual([feature]);
  });

  it("names the place where JSON breaks", async () => {
    const text = '{"type":"FeatureCollection",\n"features":[{"type":"Feature","properties":{"depth":N/A}}]}';
    await expect(read("geojson", text)).rejects.toThrow('"data/x.geojson" isn\'t valid JSON: it breaks at line 2, column 53.');
  });

  it("refuses JSON that is cut off", async () => {
    await expect(read("geojson", '{"type":"FeatureCollection","features":[')).rejects.toThrow("isn't valid JSON: it breaks");
  });

  it.each(["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4326"])("accepts the projection %s", async (name) => {
    const text = JSON.stringify({ type: "FeatureCollection", crs: { type: "name", properties: { name } }, features: [] });
    expect(await read("geojson", text)).toEqual([]);
  });

  it("reads KML with the text of its descriptions", async () => {
    expect(await read("kml", KML)).toMatchObject([
      { properties: { name: "Buoy", description: "<b>Red</b>" }, geometry: { type: "Point", coordinates: [8.1, 54, 3] } },
    ]);
  });

  it("reads way points and tracks of GPX without a time for each vertex", async () => {
    const features = await read("gpx", GPX);
    expect(features.map(({ geometry }) => geometry.type).sort()).toEqual(["LineString", "Point"]);
    expect(JSON.stringify(features)).not.toContain("coordinateProperties");
  });

  it("refuses XML of another format, XML that is cut off, and XML that declares entities", async () => {
    await expect(read("kml", GPX)).rejects.toThrow('"data/x.kml" isn\'t KML: its first element is <gpx>.');
    await expect(read("gpx", GPX.slice(0, 200))).rejects.toThrow('"data/x.gpx" isn\'t valid XML');
    await expect(read("kml", `<!DOCTYPE kml [<!ENTITY a "aaaa">]>${KML}`)).rejects.toThrow("document type");
  });

  it("refuses elements that are nested too deep", async () => {
    const depth = 20_000;
    const nested = "<MultiGeometry>".repeat(depth) + "</MultiGeometry>".repeat(depth);
    const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark>${nested}</Placemark></kml>`;
    const outcome = await read("kml", text).catch((error: unknown) => error);
    expect(Array.isArray(outcome) || outcome instanceof DataRefusedError).toBe(true);
  });

  it.each([
    ["commas", "name,lon,lat\nPier,8.1,54\n"],
    ["semicolons and decimal commas", "name;Longitude;Latitude\nPier;8,1;54,0\n"],
    ["tabs", "name\tx\ty\nPier\t8.1\t54\n"],
    ["a byte order mark", "\uFEFFlng,name,lat\r\n8.1,Pier,54\r\n"],
  ])("reads a table with %s", async (_title, text) => {
    expect(await read("csv", text)).toEqual([
      { type: "Feature", properties: { name: "Pier" }, geometry: { type: "Point", coordinates: [8.1, 54] } },
    ]);
  });

  it("skips rows without coordinates", async () => {
    expect(await read("csv", "lon,lat\n,\n8,n/a\n8,54\nInfinity,3\n\n")).toHaveLength(1);
  });
});
