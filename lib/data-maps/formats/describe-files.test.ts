import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { flatGeobuf } from "../../../tests/setup/data-files/flatgeobuf";
import { geoTiff } from "../../../tests/setup/data-files/geotiff";
import { HARBOUR_BOUNDS } from "../../../tests/setup/data-files/harbour-data";
import { claimingPmtiles, nestedTracks, overlappingTags, quotedTable, spacedLine } from "../../../tests/setup/data-files/hostile-files";
import { rasterPmtiles, vectorPmtiles } from "../../../tests/setup/data-files/pmtiles";
import { harbourCsv, harbourGeoJson, harbourGpx, harbourKml } from "../../../tests/setup/data-files/text-files";
import { type DataFile, DataRefusedError } from "./data-file";
import { describeFiles } from "./describe-files";

interface CountedFile extends DataFile {
  bytesRead: number;
}

/** @param size declared size; the bytes after the content are not there */
function fileOf(path: string, content: string | Uint8Array, size?: number): CountedFile {
  const bytes = Buffer.from(content as string);
  return {
    path,
    size: size ?? bytes.length,
    bytesRead: 0,
    read(offset, length) {
      this.bytesRead += length;
      return Promise.resolve(new Uint8Array(bytes.subarray(offset, offset + length)));
    },
  };
}

const describeOne = (path: string, content: string | Uint8Array, size?: number) => describeFiles([fileOf(path, content, size)]);

async function refusalOf(path: string, content: string | Uint8Array, size?: number): Promise<string> {
  const error = await describeOne(path, content, size).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DataRefusedError)) throw new Error(`${path} was not refused.`, { cause: error });
  return error.message;
}

function withoutFeatures(): Uint8Array {
  const bytes = flatGeobuf({ hasFeatures: false });
  return bytes.subarray(0, 12 + bytes.readUInt32LE(8));
}

const point = (coordinates: unknown) => JSON.stringify({ type: "Point", coordinates });
const nearHarbour = HARBOUR_BOUNDS.map((value) => expect.closeTo(value, 5));

describe("describeFiles", () => {
  it("reads only the first of very many files without data", async () => {
    const files = Array.from({ length: 1_100 }, (_, index) => fileOf(`tiles/${index}.json`, "[]"));
    expect(await describeFiles([...files, fileOf("tiles/harbour.geojson", harbourGeoJson)])).toEqual([]);
    expect(files.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(5);
  });

  it("reads the other endings next to very many files without data", async () => {
    const files = Array.from({ length: 900 }, (_, index) => fileOf(`tiles/${index}.json`, "[]"));
    expect(await describeFiles([...files, fileOf("tiles/harbour.geojson", harbourGeoJson)])).toHaveLength(1);
  });

  it("finds the data behind a hundred files without any", async () => {
    const files = Array.from({ length: 99 }, (_, index) => fileOf(`${index}.json`, "[]"));
    expect(await describeFiles([...files, fileOf("harbour.json", harbourGeoJson)])).toHaveLength(1);
  });

  it("describes a file of every format, in the order of paths, and ignores other files", async () => {
    const files = [
      fileOf("data/harbour 10.geojson", harbourGeoJson),
      fileOf("data/harbour 9.json", harbourGeoJson),
      fileOf("photo.tif", geoTiff()),
      fileOf("index.fgb", flatGeobuf()),
      fileOf("marks.kml", harbourKml),
      fileOf("track.gpx", harbourGpx),
      fileOf("berths.csv", harbourCsv),
      fileOf("tiles.pmtiles", await vectorPmtiles()),
      fileOf("image.pmtiles", await rasterPmtiles()),
      fileOf("sea_charts.MBTILES", ""),
      fileOf("package.json", '{"type": "module"}'),
      fileOf("notes.json", "no JSON"),
      fileOf("prices.csv", "name,price\na,1\n"),
      fileOf("readme.txt", "text"),
    ];
    const layers = await describeFiles(files);
    expect(layers.map(({ file, name, format, kind, bounds }) => ({ file, name, format, kind, bounds }))).toEqual([
      { file: "berths.csv", name: "Berths", format: "csv", kind: "points", bounds: nearHarbour },
      { file: "data/harbour 9.json", name: "Harbour 9", format: "geojson", kind: "mixed", bounds: nearHarbour },
      { file: "data/harbour 10.geojson", name: "Harbour 10", format: "geojson", kind: "mixed", bounds: nearHarbour },
      { file: "image.pmtiles", name: "Image", format: "pmtiles", kind: "raster", bounds: nearHarbour },
      { file: "index.fgb", name: "Index", format: "flatgeobuf", kind: "mixed", bounds: nearHarbour },
      { file: "marks.kml", name: "Marks", format: "kml", kind: "mixed", bounds: nearHarbour },
      { file: "photo.tif", name: "Photo", format: "cog", kind: "raster", bounds: nearHarbour },
      { file: "sea_charts.MBTILES", name: "Sea charts", format: "mbtiles", kind: "mixed", bounds: null },
      { file: "tiles.pmtiles", name: "Tiles", format: "pmtiles", kind: "mixed", bounds: nearHarbour },
      { file: "track.gpx", name: "Track", format: "gpx", kind: "mixed", bounds: nearHarbour },
    ]);
  });

  it("returns the first 50 layers of more files", async () => {
    const files = Array.from({ length: 51 }, (_, index) => fileOf(`${index}.geojson`, point([8, 54])));
    const layers = await describeFiles(files);
    expect([layers.length, layers[49]?.file]).toEqual([50, "49.geojson"]);
  });

  it("rethrows the error of a read", async () => {
    for (const name of ["a.pmtiles", "a.tif", "a.fgb", "a.kml"]) {
      const read = () => Promise.reject(new Error("The store is unavailable."));
      await expect(describeFiles([{ path: name, size: 1_000, read }])).rejects.toThrow("The store is unavailable.");
    }
  });
});

describe("describeFiles of GeoJSON", () => {
  it("names the attributes", async () => {
    expect((await describeOne("a.geojson", harbourGeoJson))[0]?.attributes).toEqual(["name", "depth"]);
  });

  it.each([
    ["a.geojson", point([8, null]), 'Feature 1 of "a.geojson" has a coordinate that isn\'t a number.'],
    ["a.geojson", point(["8", "east"]), "has a coordinate that isn't a number"],
    ["a.geojson", '{"type":"Point","coordinates":[8,NaN]}', "has a coordinate that isn't a number"],
    ["a.geojson", '{"type":"Point","coordinates":[8,x]}', "isn't valid JSON: it breaks at line 1, column 34"],
    ["a.geojson", '{"type":"Point","coordinates":[1e999,0]}', "has a coordinate that isn't a number"],
    ["a.geojson", '{"type":"FeatureCollection","features":[]}', "has no features to show"],
    ["a.geojson", '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}]}', "has no features to show"],
    ["a.geojson", '{"type":"FeatureCollection","features":[7,{"geometry":{"type":"Circle"}}]}', "Feature 2 of"],
    ["a.geojson", '{"type":"LineString","coordinates":[8,54]}', "without coordinates"],
    ["a.geojson", '{"name":"x"}', "is JSON, but not GeoJSON"],
    ["a.geojson", Buffer.from([0x22, 0x00, 0x22]), "isn't text, although its name says so"],
  ])("refuses %s with %j", async (path, content, message) => {
    expect(await refusalOf(path, content)).toContain(message);
  });

  it("converts a large file", async () => {
    const size = 500 * 1024 * 1024;
    expect(await describeOne("a.geojson", harbourGeoJson, size)).toMatchObject([{ format: "gdal" }]);
    expect(await describeOne("a.json", harbourGeoJson, size)).toMatchObject([{ format: "gdal" }]);
    expect(await describeOne("a.gpx", harbourGpx, size)).toMatchObject([{ format: "gdal" }]);
    expect(await describeOne("a.json", '{"rows": [', size)).toEqual([]);
  });

  it("measures two million vertices and collections that are nested too deep", async () => {
    const ring = Array.from({ length: 2_000_000 }, (_, index) => [(index % 360) / 2 - 90, (index % 170) / 2 - 42]);
    const [layer] = await describeOne("a.geojson", JSON.stringify({ type: "LineString", coordinates: ring }));
    expect(layer).toMatchObject({ kind: "lines", bounds: [-90, -42, 89.5, 42.5] });
    const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(100_000)}${"]}".repeat(100_000)}`;
    expect(await refusalOf("a.geojson", nested)).toContain("Feature 1 of");
  });
});

describe("describeFiles of CSV", () => {
  it("names the columns of the coordinates", async () => {
    expect(await describeOne("a.csv", harbourCsv)).toMatchObject([
      { columns: { longitude: "Longitude", latitude: "Latitude" }, attributes: ["name", "depth"] },
    ]);
  });

  it("refuses a table without usable rows", async () => {
    expect(await refusalOf("a.csv", "lon,lat\n,\n")).toContain('No row of "a.csv" has numbers in its columns "lon" and "lat".');
  });
});

describe("describeFiles of PMTiles", () => {
  it("returns a layer for each vector layer, with its fields and geometry", async () => {
    const vector_layers = [{ id: "water", fields: { depth: "Number" }, minzoom: 4 }, { id: "land" }, { id: 7 }, null];
    const tilestats = { layers: [null, { layer: "water", geometry: "Polygon" }, { layer: "land", geometry: "constructor" }] };
    expect(await describeOne("a.pmtiles", await vectorPmtiles({ vector_layers, tilestats }))).toMatchObject([
      { name: "water", sourceLayer: "water", kind: "areas", minZoom: 4, attributes: ["depth"] },
      { name: "land", sourceLayer: "land", kind: "mixed", minZoom: 0, attributes: [] },
    ]);
  });

  it("reads no more of a file of 100 GB than of a small one", async () => {
    const bytes = await vectorPmtiles();
    const small = fileOf("a.pmtiles", bytes);
    const large = fileOf("a.pmtiles", bytes, 100 * 1024 ** 3);
    await describeFiles([small, large]);
    // The first 16 KB are read at once, however few of them there are.
    expect(large.bytesRead - small.bytesRead).toBeLessThanOrEqual(16_384);
    expect(large.bytesRead).toBeLessThan(40_000);
  });

  it("refuses version 2 with the command that converts it", async () => {
    const bytes = Buffer.alloc(600_000);
    bytes.write("PM");
    bytes.writeUInt16LE(2, 2);
    expect(await refusalOf("old.pmtiles", bytes)).toContain("pmtiles convert old.pmtiles old-v3.pmtiles");
  });

  it("refuses damaged files", async () => {
    const good = await vectorPmtiles();
    const damaged = (change: (bytes: Buffer) => unknown) => {
      const bytes = Buffer.from(good);
      change(bytes);
      return refusalOf("a.pmtiles", bytes);
    };
    const root = good.readBigUInt64LE(16);
    expect(await refusalOf("a.pmtiles", "<html>")).toContain("isn't PMTiles");
    expect(await refusalOf("a.pmtiles", good.subarray(0, 90))).toContain("is damaged or incomplete");
    expect(await refusalOf("a.pmtiles", good.subarray(0, -1))).toContain("points outside the file");
    expect(await damaged((bytes) => bytes.writeUInt8(3, 98))).toContain("Brotli");
    expect(await damaged((bytes) => bytes.writeUInt8(6, 99))).toContain("tiles that a map can't show");
    expect(await damaged((bytes) => bytes.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 16))).toContain("points outside the file");
    // The tile data is declared shorter than the directory needs.
    expect(await damaged((bytes) => bytes.writeBigUInt64LE(1n, 64))).toContain("its directory points outside the file");
    expect(await damaged((bytes) => bytes.fill(0xff, 127, 127 + Number(root)))).toContain("is damaged or incomplete");
    expect(await damaged((bytes) => bytes.writeBigUInt64LE(BigInt(11 * 1024 * 1024), 32))).toContain("points outside the file");
  });

  it("refuses metadata that inflates to too much, and metadata without layers", async () => {
    expect(await refusalOf("a.pmtiles", await vectorPmtiles({ vector_layers: [], filler: "x".repeat(11_000_000) }))).toContain("damaged");
    expect(gzipSync("x".repeat(11_000_000)).length).toBeLessThan(100_000);
    expect(await refusalOf("a.pmtiles", await vectorPmtiles({}))).toContain("doesn't name the layers of its tiles");
  });
});

describe("describeFiles of GeoTIFF", () => {
  it("accepts BigTIFF, depths in place of colours, and a small file without overviews", async () => {
    expect(await describeOne("a.tif", geoTiff({ hasDepths: true }))).toHaveLength(1);
    expect(await describeOne("a.tif", geoTiff({ sampleFormat: 2 }))).toHaveLength(1);
    expect(await describeOne("a.tiff", geoTiff({ isBig: true }))).toMatchObject([{ format: "cog", bounds: nearHarbour }]);
    expect(await describeOne("a.tif", geoTiff({ hasOverview: false }))).toHaveLength(1);
  });

  it("measures depths, and no pictures", async () => {
    const [depths] = await describeOne("a.tif", geoTiff({ hasDepths: true }));
    const { quantiles = [], range } = depths?.statistics?.["Band 1"] ?? {};
    expect([quantiles[0], quantiles[10], quantiles[20], range]).toEqual([0, 15, expect.closeTo(29.9, 0), [0.6, 29.3]]);
    expect((await describeOne("a.tif", geoTiff()))[0]).not.toHaveProperty("statistics");
  });

  it("shows depths that it can't measure, because a block is damaged", async () => {
    const bytes = Buffer.from(geoTiff({ hasDepths: true }));
    for (let at = bytes.indexOf("789c", 0, "hex"); at >= 0; at = bytes.indexOf("789c", at + 2, "hex")) bytes.writeUInt16LE(0, at);
    expect(await describeOne("a.tif", bytes)).toEqual([expect.not.objectContaining({ statistics: expect.anything() })]);
  });

  it.each([
    ["strips", geoTiff({ isTiled: false })],
    ["no overviews", geoTiff({ pixels: 2048, hasOverview: false })],
    ["another projection", geoTiff({ projection: 25832 })],
    ["longitude and latitude", geoTiff({ projection: 4326 })],
    ["the byte order big-endian", Buffer.from("MM\0*\0\0\0\b")],
  ])("converts a file with %s", async (_, bytes) => {
    expect(await describeOne("a.tif", bytes)).toMatchObject([{ format: "gdal", kind: "raster" }]);
  });

  it("asks for the projection that a file doesn't say, unless it was answered or another file says it", async () => {
    const bytes = geoTiff({ projection: null });
    const question = { kind: "projection", likely: expect.arrayContaining(["EPSG:25832", "EPSG:3857"]) };
    expect(await describeOne("a.tif", bytes)).toMatchObject([{ format: "gdal", question }]);
    const answers = { "a.tif": { projection: "EPSG:25832" } };
    const answered = await describeFiles([fileOf("a.tif", bytes)], undefined, answers);
    expect(answered).toEqual([expect.not.objectContaining({ question: expect.anything() })]);
    expect(answered).toMatchObject([{ projection: "EPSG:25832" }]);
    const placed = await describeFiles([fileOf("a.tif", bytes), fileOf("A.prj", "PROJCS[…]")]);
    expect(placed).toEqual([expect.not.objectContaining({ question: expect.anything() })]);
  });

  it("asks for the projection of an image whose place is in a world file, unless it is in degrees", async () => {
    const tif = fileOf("a.tif", geoTiff({ projection: null }));
    const world = (x: number, y: number) => fileOf("a.tfw", `10\r\n0\r\n0\r\n-10\r\n${x}\r\n${y}\r\n`);
    const [asked] = await describeFiles([tif, world(565_000, 5_930_000)]);
    expect(asked?.question).toEqual({ kind: "projection", likely: expect.arrayContaining(["EPSG:25832"]) });
    const [placed] = await describeFiles([tif, world(9, 54)]);
    expect(placed?.question).toBeUndefined();
  });

  it.each([
    [geoTiff().subarray(0, -2_000), "damaged or incomplete"],
    [geoTiff().subarray(0, 60), "damaged or incomplete"],
    [Buffer.from("II*\0"), "damaged or incomplete"],
    [Buffer.from("\x89PNG"), "isn't a TIFF"],
  ])("refuses file %#", async (bytes, message) => {
    expect(await refusalOf("a.tif", bytes)).toContain(message);
  });

  it("reads each directory once when they form a circle", async () => {
    const bytes = geoTiff({ hasOverview: false });
    const directory = bytes.readUInt32LE(4);
    bytes.writeUInt32LE(directory, directory + 2 + bytes.readUInt16LE(directory) * 12);
    expect(await describeOne("a.tif", bytes)).toHaveLength(1);
  });
});

describe("describeFiles of many vertices", () => {
  /** A line with so many vertices. */
  const line = (vertices: number) => Array.from({ length: vertices }, (_, index) => [8 + index / 1e6, 54]);
  const feature = (vertices: number) =>
    `{"type":"Feature","properties":{"a":1},"geometry":{"type":"LineString","coordinates":${JSON.stringify(line(vertices))}}}`;
  const kml = (vertices: number) =>
    `<kml><Placemark><LineString><coordinates>${line(vertices).join(" ")}</coordinates></LineString></Placemark></kml>`;
  const csv = (rows: number) =>
    `lon;lat\n${line(rows)
      .map((at) => at.join(";"))
      .join("\n")}`;

  it.each([
    ["a.geojson", feature(200_000), "geojson"],
    ["a.geojson", feature(200_001), "gdal"],
    ["a.kml", kml(200_001), "gdal"],
    ["a.csv", csv(200_001), "gdal"],
  ])("shows %s as it is up to 200,000 vertices, and converts it above (%#)", async (path, content, format) => {
    const [layer] = await describeOne(path, content);
    expect(layer).toMatchObject({ format, bounds: [8, 54, expect.closeTo(8.2, 3), 54] });
    expect(layer?.question).toBeUndefined();
  });
});

describe("describeFiles of FlatGeobuf", () => {
  it("converts a file without an index only when it is large", async () => {
    const bytes = flatGeobuf({ hasIndex: false });
    expect(await describeOne("a.fgb", bytes)).toMatchObject([{ format: "flatgeobuf" }]);
    expect(await describeOne("a.fgb", bytes, 6 * 1024 * 1024)).toMatchObject([{ format: "gdal", attributes: ["name", "depth"] }]);
  });

  it("converts a file in another projection", async () => {
    expect(await describeOne("a.fgb", flatGeobuf({ projection: 25832 }))).toMatchObject([{ format: "gdal", bounds: null }]);
  });

  it("names the attributes", async () => {
    expect(await describeOne("a.fgb", flatGeobuf())).toMatchObject([{ attributes: ["name", "depth"] }]);
  });

  it.each([
    [withoutFeatures(), "has no features to show"],
    [flatGeobuf().subarray(0, -1), "its end is missing"],
    [flatGeobuf().subarray(0, 400), "its end is missing"],
    [flatGeobuf().subarray(0, 100), "damaged or incomplete"],
    [Buffer.from("fgb\x02fgb\0"), "isn't FlatGeobuf"],
  ])("refuses file %#", async (bytes, message) => {
    expect(await refusalOf("a.fgb", bytes)).toContain(message);
  });
});

describe("a hostile file", () => {
  const properties = `{"type":"Feature","properties":{${Array.from({ length: 5_001 }, (_, index) => `"${index}":1`).join(",")}},"geometry":${point([1, 2])}}`;
  const style = '<Style id="a"/>';

  it.each<[name: string, make: () => string | Buffer, message: RegExp]>([
    ["nested.gpx", () => nestedTracks(101, 1), /^"nested\.gpx" nests elements more than 100 deep\./],
    ["styles.kml", () => `<kml>${style.repeat(300_000)}</kml>`, /has no features to show|has more than/],
    ["quotes.csv", () => quotedTable(), /^Row 2 of "quotes\.csv" is longer than 1 MB\./],
    ["names.csv", () => `x,y${",a".repeat(2_000)}\n1,2\n`, /^Row 1 of "names\.csv" has more than 2000 columns\./],
    ["claims.pmtiles", () => claimingPmtiles(), /^"claims\.pmtiles" is damaged or incomplete\./],
    ["tags.tif", () => overlappingTags(), /^"tags\.tif" is damaged or incomplete\./],
    ["properties.geojson", () => properties, /^Feature 1 of "properties\.geojson" has more than 5000 properties\./],
    ["type.geojson", () => '{"type":"Feature","properties":{},"geometry":{"type":{"toString":1}}}', /has a geometry of an unknown type/],
    ["geometry.geojson", () => '{"type":"FeatureCollection","features":[{"geometry":7}]}', /has a geometry that is no object/],
  ])("called %s is refused", async (name, make, message) => {
    expect(await refusalOf(name, make())).toMatch(message);
  });

  it("with a quote in a field, or with long white space, is read", async () => {
    expect(await describeOne("pipes.csv", `x,y,size\n8,54,5" pipe\n8,54,"6"" pipe, long"\n`)).toMatchObject([{ kind: "points" }]);
    const kml = spacedLine().replace("<coordinates>1", "<coordinates>1,2").replace("x</coordinates>", "3,4</coordinates>");
    expect(await describeOne("line.kml", kml)).toMatchObject([{ kind: "lines" }]);
  });
});
