import { readFile } from "node:fs/promises";
import path from "node:path";
import { deserialize } from "flatgeobuf/lib/mjs/geojson.js";
import type { Feature, GeoJsonProperties, Geometry } from "geojson";
import { fromArrayBuffer } from "geotiff";
import { expect } from "vitest";
import type { ConvertedFile } from "@/lib/data-maps/conversion/convert-vectors";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import type { GdalEngine } from "@/lib/gdal/engine";
import type { Box, ExpectedImage, ExpectedVectors } from "./kit";

const EARTH_RADIUS = 6_378_137;
const METRES_OF_DEGREE = 111_320;

/** Returns the largest distance between the edges of two boxes. Metres. */
function distance(one: Box, other: Box): number {
  const shrink = Math.cos((((one[1] + one[3]) / 2) * Math.PI) / 180);
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0)) * METRES_OF_DEGREE * (index % 2 === 0 ? shrink : 1)));
}

function positionsOf(geometry: Geometry): number[][] {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(positionsOf);
  const flat = (geometry.coordinates as unknown[]).flat(4) as number[];
  const size = firstPosition(geometry.coordinates).length;
  return Array.from({ length: flat.length / size }, (_, index) => flat.slice(index * size, index * size + 2));
}

const firstPosition = (coordinates: unknown): number[] =>
  Array.isArray(coordinates) && Array.isArray(coordinates[0]) ? firstPosition(coordinates[0]) : (coordinates as number[]);

function boundsOf(features: readonly Feature[]): Box {
  const positions = features.flatMap(({ geometry }) => positionsOf(geometry));
  const [xs, ys] = [positions.map(([x = 0]) => x), positions.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Checks that the product takes the file as a layer without a further conversion. */
async function expectShown(name: string, bytes: Buffer): Promise<void> {
  const read = (offset: number, length: number) => Promise.resolve(new Uint8Array(bytes.subarray(offset, offset + length)));
  const [layer] = await describeFiles([{ path: name, size: bytes.length, read }]);
  expect(layer?.format).toBe(name.endsWith(".fgb") ? "flatgeobuf" : "cog");
  expect(layer?.bounds).not.toBeNull();
}

async function expectVectors(bytes: Buffer, { types, count, bounds, within = 1, attributes }: ExpectedVectors): Promise<void> {
  const features: Feature<Geometry, GeoJsonProperties>[] = [];
  for await (const feature of deserialize(new Uint8Array(bytes))) features.push(feature as Feature);
  expect([...new Set(features.map(({ geometry }) => geometry.type))].sort().join(" ")).toBe(types);
  expect(features).toHaveLength(count);
  const found = boundsOf(features);
  expect(distance(bounds, found), `${found.join(", ")} is ${bounds.join(", ")}`).toBeLessThan(within);
  if (attributes) expect(features.map(({ properties }) => properties)).toContainEqual(expect.objectContaining(attributes));
}

async function expectImage(bytes: Buffer, { bounds, within, pixels = [] }: ExpectedImage): Promise<void> {
  const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
  const image = await tiff.getImage();
  const [west = 0, south = 0, east = 0, north = 0] = image.getBoundingBox();
  const degrees = (x: number, y: number) => [
    (x / EARTH_RADIUS) * (180 / Math.PI),
    (2 * Math.atan(Math.exp(y / EARTH_RADIUS)) - Math.PI / 2) * (180 / Math.PI),
  ];
  const found = [...degrees(west, south), ...degrees(east, north)] as unknown as Box;
  expect(distance(bounds, found), `${found.join(", ")} is ${bounds.join(", ")}`).toBeLessThan(within);
  const rasters = await image.readRasters();
  const nodata = image.getGDALNoData();
  for (const { at, values, tolerance = 0 } of pixels) {
    const [longitude, latitude] = at;
    const x = (longitude * Math.PI * EARTH_RADIUS) / 180;
    const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * EARTH_RADIUS;
    const column = Math.floor(((x - west) / (east - west)) * image.getWidth());
    const row = Math.floor(((north - y) / (north - south)) * image.getHeight());
    const cell = row * image.getWidth() + column;
    const read = Array.from({ length: image.getSamplesPerPixel() }, (_, band) => (rasters[band] as ArrayLike<number>)[cell] ?? Number.NaN);
    const shown = read.map((value) => (value === nodata ? Number.NaN : value));
    const message = `${at.join(", ")} has ${shown.join(", ")}`;
    expect(shown.length, message).toBe(values.length);
    values.forEach((value, band) => {
      if (Number.isNaN(value)) expect(shown[band], message).toBeNaN();
      else expect(Math.abs((shown[band] ?? Number.NaN) - value), message).toBeLessThanOrEqual(tolerance);
    });
  }
}

/** Reads an image without its compression, which may be WebP. */
async function readPlain(file: string, folder: string, engine: GdalEngine): Promise<Buffer> {
  await engine.run("gdal_translate", ["-of", "GTiff", file, `${file}-plain.tif`], { folder, drivers: ["GTiff"] });
  return await readFile(path.join(folder, `${file}-plain.tif`));
}

/** Compares what was converted with what is expected, in the order of the layers. */
export async function expectLayers(
  converted: readonly ConvertedFile[],
  expected: readonly (ExpectedVectors | ExpectedImage)[],
  folder: string,
  engine: GdalEngine,
): Promise<void> {
  expect(converted.map(({ file }) => path.extname(file))).toEqual(expected.map((layer) => ("count" in layer ? ".fgb" : ".tif")));
  for (const [index, layer] of expected.entries()) {
    const { file = "", name, notes = [] } = converted[index] ?? {};
    if (layer.name !== undefined) expect(name).toBe(layer.name);
    expect(notes).toEqual((layer.notes ?? []).map((note) => (typeof note === "string" ? note : expect.stringMatching(note))));
    const bytes = await readFile(path.join(folder, file));
    await expectShown(path.basename(file), bytes);
    if ("count" in layer) await expectVectors(bytes, layer);
    else await expectImage(await readPlain(file, folder, engine), layer);
  }
}
