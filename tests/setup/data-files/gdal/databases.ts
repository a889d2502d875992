import { ATTRIBUTES, area, BOUNDS, collection, line, PLACES, points, UTM32 } from "./features";
import { GRID_BOUNDS, HEIGHTS, NORTH } from "./heights";
import type { ExpectedVectors, Sample, SampleKit } from "./kit";

const TWO_POINTS: ExpectedVectors = { name: "orte", types: "Point", count: 2, bounds: BOUNDS, attributes: ATTRIBUTES };
const GEOPACKAGE = ["-f", "GPKG"];
const inUtm = [...GEOPACKAGE, "-a_srs", "EPSG:25832"];

/** Adds a layer. */
const add = (kit: SampleKit, file: string, made: object, args: readonly string[]) => kit.ogr2ogr(file, made, [...args, "-update"]);

async function threeLayers(kit: SampleKit): Promise<string> {
  await kit.ogr2ogr("daten.gpkg", points(UTM32), inUtm);
  await add(kit, "daten.gpkg", collection([line(UTM32)], "wege"), inUtm);
  return await add(kit, "daten.gpkg", collection([area(PLACES)], "flächen"), [...GEOPACKAGE, "-a_srs", "EPSG:4326"]);
}

const rasterTable = (name: string) => ["-of", "GPKG", "-co", `RASTER_TABLE=${name}`, "-co", "TILE_FORMAT=PNG"];
const IMAGE = { bounds: GRID_BOUNDS, within: 3_000, pixels: [{ at: NORTH, values: [10, 255] }] };

async function geodatabase(kit: SampleKit): Promise<void> {
  await kit.ogr2ogr("daten.gdb", points(UTM32), ["-f", "OpenFileGDB", "-a_srs", "EPSG:25832"]);
}

export const DATABASE_SAMPLES: readonly Sample[] = [
  { title: "a GeoPackage of one layer", make: (kit) => kit.ogr2ogr("daten.gpkg", points(UTM32), inUtm), layers: [TWO_POINTS] },
  {
    title: "a GeoPackage of three layers in two projections",
    make: threeLayers,
    layers: [
      TWO_POINTS,
      { ...TWO_POINTS, name: "wege", types: "MultiLineString", count: 1 },
      { ...TWO_POINTS, name: "flächen", types: "MultiPolygon", count: 1 },
    ],
  },
  {
    title: "a GeoPackage whose layers have spaces, umlauts and quotes in their names",
    make: async (kit) => {
      await kit.ogr2ogr("daten.gpkg", points(UTM32), [...inUtm, "-nln", 'Häfen "alt" (1)']);
      return await add(kit, "daten.gpkg", points(UTM32), [...inUtm, "-nln", "it's; --x"]);
    },
    layers: [
      { ...TWO_POINTS, name: 'Häfen "alt" (1)' },
      { ...TWO_POINTS, name: "it's; --x" },
    ],
  },
  {
    title: "a GeoPackage whose layer has a name like an option",
    make: async (kit) => {
      await kit.ogr2ogr("daten.gpkg", points(UTM32), [...inUtm, "-nln", "xtiefen"]);
      // GDAL reads such a name, and does not write it.
      await kit.recode("daten.gpkg", "xtiefen", "-tiefen", "ascii");
      return "daten.gpkg";
    },
    layers: [{ ...TWO_POINTS, name: "-tiefen" }],
  },
  {
    title: "a GeoPackage with a table without geometry, and an empty layer",
    make: async (kit) => {
      await kit.ogr2ogr("daten.gpkg", collection([null, null]), [...GEOPACKAGE, "-nlt", "NONE", "-nln", "liste"]);
      await add(kit, "daten.gpkg", collection([]), [...inUtm, "-nlt", "POINT", "-nln", "leer"]);
      return await add(kit, "daten.gpkg", points(UTM32), inUtm);
    },
    layers: [TWO_POINTS],
  },
  {
    title: "a GeoPackage of a table without geometry, refused",
    make: (kit) => kit.ogr2ogr("daten.gpkg", collection([null]), [...GEOPACKAGE, "-nlt", "NONE"]),
    refusal: '"daten.gpkg" has no features to show. Export it again, or leave it out.',
  },
  {
    title: "a GeoPackage of an image",
    make: async (kit) => {
      await kit.translate("h.tif", HEIGHTS, ["-a_srs", "EPSG:4326", "-ot", "Byte"]);
      await kit.translate("bild.gpkg", "h.tif", rasterTable("bild"));
      await kit.remove("h.tif");
      return "bild.gpkg";
    },
    layers: [{ ...IMAGE, name: "bild" }],
  },
  {
    title: "a GeoPackage of two images and a layer of points",
    make: async (kit) => {
      await kit.translate("h.tif", HEIGHTS, ["-a_srs", "EPSG:4326", "-ot", "Byte"]);
      await kit.ogr2ogr("daten.gpkg", points(UTM32), inUtm);
      for (const name of ["sommer", "winter"]) {
        await kit.translate("daten.gpkg", "h.tif", [...rasterTable(name), "-co", "APPEND_SUBDATASET=YES"]);
      }
      await kit.remove("h.tif");
      return "daten.gpkg";
    },
    layers: [TWO_POINTS, { ...IMAGE, name: "sommer" }, { ...IMAGE, name: "winter" }],
  },
  {
    title: "a file geodatabase",
    make: async (kit) => {
      await geodatabase(kit);
      return "daten.gdb/gdb";
    },
    layers: [TWO_POINTS],
  },
  {
    title: "a file geodatabase in a ZIP",
    make: async (kit) => {
      await geodatabase(kit);
      return await kit.zip("daten.gdb.zip");
    },
    layers: [TWO_POINTS],
  },
  {
    title: "a file that is no GeoPackage, refused",
    make: async (kit) => {
      await kit.write("daten.gpkg", "no database");
      return "daten.gpkg";
    },
    refusal: '"daten.gpkg" can\'t be read as GeoPackage. Export it again, and upload it.',
  },
];
