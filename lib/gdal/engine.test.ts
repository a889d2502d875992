import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encode } from "iconv-lite";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recodeDbf } from "../data-maps/conversion/dbf-encoding";
import { gdalFormatOf } from "../data-maps/formats/gdal-formats";
import { BUILT_IN_GDAL_BYTES, needsInstalledGdal } from "../data-maps/values";
import type { GdalEngine, GdalRun } from "./engine";
import { findNativeEngine } from "./native";
import { describeVectors } from "./vector-info";
import { openWasmEngine } from "./wasm";

const isInstalled = spawnSync("ogrinfo", ["--version"]).status === 0;
const hasSandbox = spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;

interface Point {
  name: string;
  at: [number, number];
}

const makeGeojson = (points: readonly Point[], layer = "towns") =>
  JSON.stringify({
    type: "FeatureCollection",
    name: layer,
    features: points.map(({ name, at }) => ({ type: "Feature", properties: { name }, geometry: { type: "Point", coordinates: at } })),
  });

const HAMBURG: Point = { name: "Hamburg", at: [10, 53.5] };
const ULM: Point = { name: "Ulm", at: [10, 48.4] };

/** A grid of heights around Hamburg, in degrees. */
const GRID = `ncols 4\nnrows 3\nxllcorner 9\nyllcorner 53\ncellsize 0.25\n${"1 2 3 4\n".repeat(3)}`;

const engines = [
  { name: "installed", find: findNativeEngine, isThere: isInstalled, isApart: hasSandbox },
  { name: "built-in", find: openWasmEngine, isThere: true, isApart: true },
];

// The installed GDAL is missing only where `npm test` can't install it: its tests then show as skipped.
describe.each(engines)("The $name GDAL", ({ find, isThere, isApart }) => {
  let engine: GdalEngine;
  let folder: string;
  beforeAll(async () => {
    const found = isThere ? await find() : null;
    if (found) engine = found;
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sea-vision-gdal-"));
    await writeFile(path.join(folder, "towns.geojson"), makeGeojson([HAMBURG, ULM]));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const withDrivers = (...drivers: string[]): GdalRun => ({ folder, drivers });
  const vectors = () => withDrivers("GeoJSON", "ESRI Shapefile", "FlatGeobuf", "GPKG");

  it.skipIf(!isThere)("names itself and its drivers", () => {
    expect(engine.name).toMatch(/^GDAL 3\.\d+\.\d+/);
    for (const name of ["ESRI Shapefile", "FlatGeobuf", "GPKG", "GTiff", "COG"]) expect(engine.hasDriver(name), name).toBe(true);
    expect(engine.hasDriver("Shapes")).toBe(false);
  });

  it.skipIf(find !== openWasmEngine)("takes what the report before an upload says of it", () => {
    expect(engine.mostBytes).toBe(BUILT_IN_GDAL_BYTES);
    for (const path of ["a.jp2", "a.bag", "a.shp", "a.gpkg", "a.000", "a.xlsx", "a.kml", "a.tif"]) {
      const isMissing = !gdalFormatOf(path)?.drivers.some((name) => engine.hasDriver(name));
      expect(needsInstalledGdal(path, 1), path).toBe(isMissing);
    }
  });

  it.skipIf(!isThere)("describes the layer of a shapefile that it wrote in another projection", async () => {
    await engine.run("ogr2ogr", ["-f", "ESRI Shapefile", "-t_srs", "EPSG:25832", "towns.shp", "towns.geojson"], vectors());
    const [layer, ...others] = await describeVectors(engine, "towns.shp", vectors());
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ name: "towns", geometry: "Point", features: 2, epsg: 25832, fields: ["name"] });
    expect(layer?.projection).toContain("ETRS89 / UTM zone 32N");
    expect(layer?.extent?.map(Math.round)).toEqual([566332, 5361243, 574017, 5928359]);
  });

  it.skipIf(!isThere)("describes each layer by its exact name", async () => {
    const names = ["Layer name: (1) [a]", 'an "old" one: Größe', "it's"];
    for (const name of names) {
      const mode = name === names[0] ? [] : ["-update"];
      await engine.run("ogr2ogr", ["-f", "GPKG", ...mode, "-nln", name, "all.gpkg", "towns.geojson"], vectors());
    }
    const layers = await describeVectors(engine, "all.gpkg", vectors());
    expect(layers.map(({ name }) => name)).toEqual(names);
    await engine.run("ogr2ogr", ["-f", "GeoJSON", "one.geojson", "all.gpkg", names[1] ?? ""], vectors());
    expect(await readFile(path.join(folder, "one.geojson"), "utf8")).toContain("Hamburg");
  });

  it.skipIf(!isThere)("returns no extent of a table without places", async () => {
    const features = [{ type: "Feature", properties: { name: "Ulm", "a: b": 1 }, geometry: null }];
    await writeFile(path.join(folder, "table.geojson"), JSON.stringify({ type: "FeatureCollection", features }));
    await engine.run("ogr2ogr", ["-f", "GPKG", "-nlt", "NONE", "table.gpkg", "table.geojson"], vectors());
    const [layer] = await describeVectors(engine, "table.gpkg", vectors());
    expect(layer).toMatchObject({ geometry: "None", features: 1, extent: null, projection: null, epsg: null, fields: ["name", "a: b"] });
  });

  it.skipIf(!isThere)("reports progress that grows to 100 percent", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `Town ${index}`, at: [index / 1_000, 50] as [number, number] }));
    await writeFile(path.join(folder, "many.geojson"), makeGeojson(many));
    await engine.run("ogr2ogr", ["-f", "FlatGeobuf", "many.fgb", "many.geojson"], vectors());
    const percents: number[] = [];
    const options = { ...vectors(), onPercent: (percent: number) => void percents.push(percent) };
    await engine.run("ogr2ogr", ["-progress", "-f", "ESRI Shapefile", "many.shp", "many.fgb"], options);
    expect(percents.length).toBeGreaterThan(1);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
  });

  it.skipIf(!isThere)("fails with GDAL's message", async () => {
    await writeFile(path.join(folder, "wrong.geojson"), "no features");
    await expect(engine.run("ogrinfo", ["-so", "-al", "wrong.geojson"], vectors())).rejects.toThrow(/wrong\.geojson/);
    const missing = engine.run("ogr2ogr", ["-f", "GPKG", "a.gpkg", "towns.geojson", "rivers"], vectors());
    await expect(missing).rejects.toMatchObject({ name: "GdalError", message: "Couldn't fetch requested layer 'rivers'!" });
  });

  it.skipIf(!isThere)("uses no other drivers than those that are named", async () => {
    await expect(describeVectors(engine, "towns.geojson", withDrivers("GPKG", "ESRI Shapefile"))).rejects.toThrow(/towns\.geojson/);
    await expect(engine.run("ogr2ogr", ["-f", "GPKG", "a.gpkg", "towns.geojson"], withDrivers("GeoJSON", "CSV"))).rejects.toThrow(/GPKG/);
  });

  it.skipIf(!isThere)("takes settings", async () => {
    await writeFile(path.join(folder, "towns.csv"), "name,lon,lat\nUlm,10,48.4\n");
    const args = ["-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat", "-f", "ESRI Shapefile", "csv.shp", "towns.csv"];
    await engine.run("ogr2ogr", args, { ...withDrivers("CSV", "ESRI Shapefile"), settings: { SHAPE_REWIND_ON_WRITE: "NO" } });
    const [layer] = await describeVectors(engine, "csv.shp", { ...vectors(), settings: { OGR_CT_FORCE_TRADITIONAL_GIS_ORDER: "YES" } });
    expect(layer?.extent).toEqual([10, 48.4, 10, 48.4]);
    await expect(describeVectors(engine, "csv.shp", { ...vectors(), settings: { OGR_SKIP: "ESRI Shapefile" } })).rejects.toThrow(
      /csv\.shp/,
    );
  });

  it.skipIf(!isThere)("reads the umlauts of a recoded shapefile without a .cpg file", async () => {
    await writeFile(path.join(folder, "towns.geojson"), makeGeojson([{ ...ULM, name: "Köln xx" }]));
    await engine.run("ogr2ogr", ["-f", "ESRI Shapefile", "-lco", "ENCODING=UTF-8", "towns.shp", "towns.geojson"], vectors());
    const dbf = path.join(folder, "towns.dbf");
    const bytes = await readFile(dbf);
    bytes.set(encode("Köln xx ", "cp1252"), bytes.indexOf("Köln xx"));
    await writeFile(dbf, bytes);
    await rm(path.join(folder, "towns.cpg"));
    await recodeDbf(dbf);
    await engine.run("ogr2ogr", ["-f", "GeoJSON", "out.geojson", "towns.shp"], vectors());
    expect(await readFile(path.join(folder, "out.geojson"), "utf8")).toContain('"Köln xx"');
  });

  it.skipIf(!isThere)("warps a raster to a Cloud Optimized GeoTIFF, and describes it as JSON", async () => {
    await writeFile(path.join(folder, "heights.asc"), GRID);
    const rasters = withDrivers("AAIGrid", "GTiff", "COG", "MEM", "VRT");
    await engine.run("gdal_translate", ["-a_srs", "EPSG:4326", "-of", "GTiff", "heights.asc", "heights.tif"], rasters);
    const args = ["-t_srs", "EPSG:3857", "-of", "COG", "-co", "COMPRESS=DEFLATE", "heights.tif", "cog.tif"];
    await engine.run("gdalwarp", args, rasters);
    const info: unknown = JSON.parse(await engine.run("gdalinfo", ["-json", "cog.tif"], rasters));
    expect(info).toMatchObject({
      driverShortName: "GTiff",
      metadata: { IMAGE_STRUCTURE: { LAYOUT: "COG", COMPRESSION: "DEFLATE" } },
      coordinateSystem: { wkt: expect.stringContaining('ID["EPSG",3857]') as unknown },
      bands: [{ band: 1 }],
    });
  });

  it.skipIf(!isThere || !isApart)("sees no files outside the folder", async () => {
    const outside = await mkdtemp(path.join(tmpdir(), "sea-vision-outside-"));
    try {
      await writeFile(path.join(outside, "towns.geojson"), makeGeojson([ULM]));
      await symlink(path.join(outside, "towns.geojson"), path.join(folder, "link.geojson"));
      const name = path.basename(outside);
      for (const source of ["link.geojson", `../${name}/towns.geojson`, path.join(outside, "towns.geojson")]) {
        await expect(describeVectors(engine, source, vectors()), source).rejects.toThrow(/geojson/);
      }
    } finally {
      await rm(outside, { recursive: true });
    }
  });
});
