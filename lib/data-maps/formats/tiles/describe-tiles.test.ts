import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { describe, expect, it } from "vitest";
import type { DataFile } from "../data-file";
import { describeFiles } from "../describe-files";
import { TileNames } from "./tile-folders";

const fileOf = (path: string, content: string | Uint8Array = ""): DataFile => {
  const bytes = new Uint8Array(Buffer.from(content as string));
  return { path, size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
};

function foldersOf(paths: Iterable<string>) {
  const names = new TileNames();
  for (const path of paths) names.add(path);
  return names.list();
}

/** Describes a folder of these tiles, with other files. */
const describeTiles = (paths: readonly string[], ...others: DataFile[]) =>
  describeFiles([...paths.map((path) => fileOf(path)), ...others], undefined, {}, { folders: foldersOf(paths) });

/** Tiles of the German Bight, whose rows are counted from the north, and from the south. */
const NORTH = ["5/16/10", "6/33/20", "7/66/40", "7/67/41"].map((tile) => `depths/${tile}.png`);
const SOUTH = ["5/16/21", "6/33/43", "7/66/87", "7/67/86"].map((tile) => `depths/${tile}.png`);
const BIGHT = [5.625, 52.48278022207821, 11.25, 55.77657301866768];

const harbour = JSON.stringify({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [8.1, 54] } });
const xml = (profile: string) => `<TileMap version="1.0.0"><TileSets profile="${profile}"><TileSet order="5"/></TileSets></TileMap>`;

describe("TileNames", () => {
  it("finds each folder of tiles by its names, with its zooms and one tile of each", () => {
    const [depths, coast, ...others] = foldersOf([...NORTH, "coast/v1/0/0/0.PBF", "readme.txt", "1/2/3.txt"]);
    expect(others).toEqual([]);
    expect(depths?.file).toBe("depths/{z}/{x}/{y}.png");
    expect(depths?.zooms.at(-1)).toEqual({ zoom: 7, columns: [66, 67], rows: [40, 41], sample: "depths/7/66/40.png" });
    expect(coast).toEqual({
      file: "coast/v1/{z}/{x}/{y}.PBF",
      zooms: [{ zoom: 0, columns: [0, 0], rows: [0, 0], sample: "coast/v1/0/0/0.PBF" }],
    });
  });

  it.each([
    ["by day", ["photos/24/12/31.jpg", "photos/1/12/31.jpg"]],
    ["of a year", ["photos/2026/11/29.jpg"]],
  ])("passes over pictures %s", (_kind, paths) => {
    expect(foldersOf(paths)).toEqual([]);
  });
});

describe("describeFiles with a folder of tiles", () => {
  it("returns a layer of images in the place of the deepest zoom that has all of the zooms above", async () => {
    const [layer, ...others] = await describeTiles([...NORTH, "depths/9/270/160.png"]);
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ name: "Depths", file: "depths/{z}/{x}/{y}.png", format: "tiles", kind: "raster", minZoom: 4 });
    expect(layer?.tiles).toMatchObject({ scheme: "xyz", minZoom: 5, maxZoom: 9 });
    expect(layer?.bounds).toEqual(BIGHT);
    expect(layer?.notes?.[0]).toContain("Nothing says how the rows of its tiles are counted");
  });

  it.each<[string, string[], DataFile[], string]>([
    ["tilemapresource.xml", SOUTH, [fileOf("depths/tilemapresource.xml", xml("mercator"))], "tms"],
    ["the bounds of metadata.json", SOUTH, [fileOf("depths/metadata.json", '{ "bounds": "5.7,53,11,55" }')], "tms"],
    ["bounds, though it names another scheme", NORTH, [fileOf("depths.json", '{ "scheme": "tms", "bounds": [5.7, 53, 11, 55] }')], "xyz"],
    ["the scheme of TileJSON", NORTH, [fileOf("depths/tilejson.json", '{ "scheme": "tms" }')], "tms"],
    ["the place of another layer", SOUTH, [fileOf("harbour.geojson", harbour)], "tms"],
  ])("knows how rows are counted by %s", async (_what, paths, others, scheme) => {
    const layer = (await describeTiles(paths, ...others)).find(({ format }) => format === "tiles");
    expect(layer?.tiles?.scheme).toBe(scheme);
    expect(layer?.notes).toBeUndefined();
  });

  it("counts rows from the south when the tiles were in the far south otherwise, and says that it isn't known", async () => {
    const [layer] = await describeTiles(SOUTH);
    expect(layer).toMatchObject({ tiles: { scheme: "tms", bounds: BIGHT }, notes: [expect.stringContaining("Map Settings")] });
  });

  it("refuses tiles of another grid with a command to make others", async () => {
    const refused = describeTiles(SOUTH, fileOf("depths/tilemapresource.xml", xml("geodetic")));
    await expect(refused).rejects.toThrow(/profile "geodetic".*--profile=mercator/);
  });

  describe("of vector tiles", () => {
    const index = new GeoJSONVT({ type: "Feature", properties: { depth: 7 }, geometry: { type: "Point", coordinates: [0, 0] } });
    const tile = fromGeojsonVt({ buoys: index.getTile(0, 0, 0) as never }, { version: 2, extent: 4096 });
    const describeVector = (content: Uint8Array, ...others: DataFile[]) =>
      describeFiles([fileOf("t/0/0/0.pbf", content), ...others], undefined, {}, { folders: foldersOf(["t/0/0/0.pbf"]) });

    it.each([
      ["plain", tile],
      ["compressed", gzipSync(tile)],
    ])("returns the layers that %s tiles have", async (_kind, content) => {
      const layers = await describeVector(content);
      expect(layers).toMatchObject([
        { name: "T", format: "tiles", sourceLayer: "buoys", kind: "points", attributes: ["depth"], minZoom: 0 },
      ]);
    });

    it("returns the layers that the metadata of MBTiles name", async () => {
      const json = JSON.stringify({
        vector_layers: [
          { id: "buoys", fields: { kind: "String" } },
          { id: "piers", minzoom: 3 },
        ],
      });
      const layers = await describeVector(tile, fileOf("t/metadata.json", JSON.stringify({ json })));
      expect(layers).toMatchObject([
        { name: "buoys", kind: "points", attributes: ["kind"] },
        { name: "piers", kind: "mixed", minZoom: 3 },
      ]);
    });

    it("refuses a file that is no tile", async () => {
      await expect(describeVector(Buffer.from("<html>not found</html>"))).rejects.toThrow('"t/0/0/0.pbf" isn\'t a vector tile');
    });
  });

  it("reads one of 300,000 images, and the files that may describe them", async () => {
    const names = new TileNames();
    for (let tile = 0; tile < 300_000; tile += 1) names.add(`depths/10/${500 + (tile % 500)}/${300 + Math.floor(tile / 500)}.png`);
    const read: string[] = [];
    const sample = { ...fileOf("depths/10/500/300.png"), read: () => Promise.reject(new Error("An image was read.")) };
    const [layer] = await describeFiles([sample], (path) => read.push(path), {}, { folders: names.list() });
    expect([layer?.tiles?.minZoom, read]).toEqual([10, ["depths/10/500/300.png", "depths/{z}/{x}/{y}.png"]]);
  });
});
