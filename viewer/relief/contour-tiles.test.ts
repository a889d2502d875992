import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { geoTiff } from "../../tests/setup/data-files/geotiff";
import { HARBOUR_BOUNDS } from "../../tests/setup/data-files/harbour-data";
import { requestContours } from "./contour-tiles";
import { readHeights, readOverview } from "./heights";

const file = geoTiff({ hasDepths: true });
const server = createServer(({ headers }, answer) => {
  const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? "") ?? [];
  const last = Math.min(to === "" ? file.length : Number(to), file.length - 1);
  answer.writeHead(206, { "Content-Range": `bytes ${from}-${last}/${file.length}` });
  answer.end(file.subarray(Number(from), last + 1));
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/depths.tif`;
});
afterAll(() => server.close());

const Z = 9;
const [west, south, east, north] = HARBOUR_BOUNDS;
const tileX = (longitude: number) => ((longitude + 180) / 360) * 2 ** Z;
const tileY = (latitude: number) => (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** Z;
/** The tile at the middle of the harbour. */
const tile = { z: Z, x: Math.floor(tileX((west + east) / 2)), y: Math.floor(tileY((south + north) / 2)) };
const place = () => `${tile.z}/${tile.x}/${tile.y}`;
/** The depth grows from west to east, from 0 to 30 m. */
const depthAt = (x: number) => (30 * (x - tileX(west))) / (tileX(east) - tileX(west));

const request = async (address: string, type: "json" | "arrayBuffer" = "arrayBuffer") =>
  (await requestContours({ url: address, type }, new AbortController())).data;

async function linesOf(address: string) {
  const layer = new VectorTile(new PbfReader((await request(address)) as ArrayBuffer)).layers.contours;
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index)).flatMap((line) => {
    if (!line) return [];
    const depths = line
      .loadGeometry()
      .flat()
      .map(({ x }) => depthAt(tile.x + x / line.extent));
    return [{ ele: Number(line.properties.ele), level: line.properties.level, depths }];
  });
}

describe("readHeights", () => {
  it("returns the measurements of a tile and of a margin around it, and NaN outside of the file", async () => {
    const { values, width } = await readHeights(url, tile, 1);
    expect(width).toBe(258);
    const depths = Array.from(values, (value, index) => [value, depthAt(tile.x + ((index % 258) - 0.5) / 256)] as const);
    const inside = depths.filter(([value]) => !Number.isNaN(value));
    expect(inside.length).toBeGreaterThan(500);
    expect(Math.max(...inside.map(([value, depth]) => Math.abs(value - depth)))).toBeLessThan(0.2);
    expect(depths.length).toBeGreaterThan(inside.length);
    const far = await readHeights(url, { z: Z, x: 0, y: 0 }, 0);
    expect(far.values.every(Number.isNaN)).toBe(true);
  });

  it("leaves out the value that is no measurement", async () => {
    const { values } = await readOverview(url);
    const [first = 0] = values.filter((value) => value > 10);
    expect((await readOverview(url, first)).values.includes(first)).toBe(false);
  });
});

describe("requestContours", () => {
  it("describes the tiles of a file by its own place and zooms", async () => {
    const described = await request(`contours://${url}#5,`, "json");
    expect(described).toMatchObject({
      tiles: [`contours://${url}#5,/{z}/{x}/{y}`],
      minzoom: expect.any(Number),
      bounds: expect.any(Array),
    });
  });

  it("returns a line at each multiple of the interval, and marks every fifth", async () => {
    const lines = await linesOf(`contours://${url}#0.5,/${place()}`);
    expect(lines.length).toBeGreaterThan(3);
    for (const { ele, level, depths } of lines) {
      expect(level).toBe(ele % 5 === 0 ? 1 : 0);
      expect(Math.max(...depths.map((depth) => Math.abs(depth - ele * 0.5)))).toBeLessThan(0.3);
    }
  });

  it("draws no line along the edge of the data", async () => {
    const lines = await linesOf(`contours://${url}#100,/${place()}`);
    expect(lines).toEqual([]);
  });
});
