import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { geoTiff } from "../tests/setup/data-files/geotiff";
import { HARBOUR_BOUNDS } from "../tests/setup/data-files/harbour-data";
import type { DrawnRaster } from "./drawn-raster";
import { prepareCog } from "./opened-cogs";
import { readMeasurement } from "./raster-values";

const files = new Map([
  ["/depths.tif", geoTiff({ hasDepths: true })],
  ["/photo.tif", geoTiff()],
]);
let requests = 0;
const server = createServer(({ url = "", headers }, answer) => {
  requests += 1;
  const bytes = files.get(url) ?? Buffer.alloc(0);
  const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? "") ?? [];
  const last = Math.min(to === "" ? bytes.length : Number(to), bytes.length - 1);
  answer.writeHead(206, { "Content-Range": `bytes ${from}-${last}/${bytes.length}` });
  answer.end(bytes.subarray(Number(from), last + 1));
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const [west, south, east, north] = HARBOUR_BOUNDS;
const ZOOM = 12;
const placeAt = (share: number) => ({ lng: west + share * (east - west), lat: (south + north) / 2 });

async function read(file: string, share: number, drawn?: DrawnRaster) {
  await prepareCog(`${origin}/${file}`, drawn);
  return await readMeasurement(`${origin}/${file}`, placeAt(share), ZOOM);
}

describe("readMeasurement", () => {
  it("returns the depth of the pixel at a place, and nothing next to the raster", async () => {
    expect(await read("depths.tif", 0.2)).toBeCloseTo(6, 0);
    expect(await read("depths.tif", 0.8)).toBeCloseTo(24, 0);
    expect(await read("depths.tif", 1.1)).toBeNull();
  });

  it("sends no request for other places of a block that is in memory", async () => {
    await read("depths.tif", 0.5);
    const before = requests;
    for (const share of [0.51, 0.52, 0.53]) {
      expect(await readMeasurement(`${origin}/depths.tif`, placeAt(share), ZOOM)).toBeCloseTo(30 * share, 0);
    }
    expect(requests).toBe(before);
  });

  it("returns nothing where the style draws nothing", async () => {
    const classes = { kind: "classes" as const, limits: [15], colors: ["#ffffff", "#000000"] };
    expect(await read("depths.tif", 0.2, { style: classes, hidden: [0] })).toBeNull();
    expect(await read("depths.tif", 0.8, { style: classes, hidden: [0] })).toBeCloseTo(24, 0);
  });

  it("returns nothing for a picture, and for a file whose tiles weren't requested", async () => {
    expect(await read("photo.tif", 0.2)).toBeNull();
    expect(await readMeasurement(`${origin}/other.tif`, placeAt(0.2), ZOOM)).toBeNull();
  });
});
