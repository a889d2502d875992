import path from "node:path";
import type { Geometry } from "geojson";
import { ATTRIBUTES, BOUNDS, collection, line, point } from "./features";
import type { Box, ExpectedVectors, Sample, SampleKit } from "./kit";

const WORLD_STRIP: Box = [-180, 10, 180, 12];
const AREA: ExpectedVectors = { types: "MultiPolygon", count: 1, bounds: BOUNDS };

/** Makes a layer of geometries that GeoJSON doesn't have. @param wkt with longitude and latitude */
async function fromWkt(kit: SampleKit, output: string, wkt: string, args: readonly string[]): Promise<string> {
  await kit.write("source.csv", `name,WKT\nMüllheimer Straße,"${wkt}"\n`);
  await kit.convert(output, "source.csv", [
    "-oo",
    "GEOM_POSSIBLE_NAMES=WKT",
    "-oo",
    "KEEP_GEOM_COLUMNS=NO",
    "-nln",
    path.parse(output).name,
    "-a_srs",
    "EPSG:4326",
    ...args,
  ]);
  await kit.remove("source.csv");
  return output;
}

const TRIANGLES = [
  "((9.99 53.55 0,10.02 53.55 0,10.02 53.56 0,9.99 53.55 0))",
  "((9.99 53.55 0,10.02 53.56 0,9.99 53.56 0,9.99 53.55 0))",
].join(",");
const CIRCLE_TOP = "(9.99 53.55,10.005 53.56,10.02 53.55)";

const inPacific = (at: number[][]): Geometry => line(at);

export const GEOMETRY_SAMPLES: readonly Sample[] = [
  {
    title: "of a TIN",
    make: (kit) => fromWkt(kit, "modell.gpkg", `TIN Z (${TRIANGLES})`, ["-f", "GPKG", "-nlt", "TIN25D"]),
    layers: [{ ...AREA, name: "modell" }],
  },
  {
    title: "of a polyhedral surface",
    make: (kit) => fromWkt(kit, "haus.gpkg", `POLYHEDRALSURFACE Z (${TRIANGLES})`, ["-f", "GPKG", "-nlt", "POLYHEDRALSURFACE25D"]),
    layers: [{ ...AREA, name: "haus" }],
  },
  {
    title: "of a multipatch of a Shapefile",
    make: (kit) => fromWkt(kit, "haus.shp", `TIN Z (${TRIANGLES})`, ["-f", "ESRI Shapefile", "-lco", "SHPT=MULTIPATCH"]),
    layers: [{ ...AREA, name: "haus" }],
  },
  {
    title: "of an area with curves",
    make: (kit) => {
      const curve = `CURVEPOLYGON (COMPOUNDCURVE (CIRCULARSTRING ${CIRCLE_TOP},(10.02 53.55,9.99 53.55)))`;
      return fromWkt(kit, "becken.gpkg", curve, ["-f", "GPKG", "-nlt", "CURVEPOLYGON"]);
    },
    layers: [{ ...AREA, name: "becken", bounds: [9.99, 53.55, 10.02, 53.5601], within: 100 }],
  },
  {
    title: "of lines with curves",
    make: (kit) => fromWkt(kit, "gleis.gpkg", `CIRCULARSTRING ${CIRCLE_TOP}`, ["-f", "GPKG", "-nlt", "CIRCULARSTRING"]),
    layers: [{ types: "MultiLineString", count: 1, bounds: [9.99, 53.55, 10.02, 53.5601], within: 100 }],
  },
  {
    title: "with a line across the antimeridian, which it cuts",
    make: (kit) =>
      kit.ogr2ogr(
        "kurs.gpkg",
        collection([
          inPacific([
            [179, 10],
            [-179, 12],
          ]),
        ]),
        ["-f", "GPKG", "-t_srs", "EPSG:3832"],
      ),
    layers: [{ types: "MultiLineString", count: 1, bounds: WORLD_STRIP, attributes: ATTRIBUTES }],
  },
  {
    title: "with longitudes from 0 to 360",
    make: (kit) => {
      const geometries = [
        point([190, 10]),
        line([
          [200, 10],
          [250, 12],
        ]),
      ];
      return kit.ogr2ogr("kurs.gpkg", collection(geometries), ["-f", "GPKG", "-nlt", "GEOMETRY"]);
    },
    layers: [{ types: "LineString Point", count: 2, bounds: [-170, 10, -110, 12] }],
  },
  {
    title: "of points with longitudes from 0 to 360 in a Shapefile",
    make: (kit) =>
      kit.ogr2ogr(
        "kurs.shp",
        collection(
          [
            [190, 10],
            [250, 12],
          ].map(point),
        ),
        ["-f", "ESRI Shapefile", "-a_srs", "EPSG:4326"],
      ),
    layers: [{ types: "Point", count: 2, bounds: [-170, 10, -110, 12] }],
  },
  {
    title: "of which none has a place, refused",
    make: (kit) => kit.ogr2ogr("orte.gpkg", collection([point([1e30, 1e30])]), ["-f", "GPKG", "-a_srs", "EPSG:25832"]),
    refusal: '"orte.gpkg" has no features to show. Export it again, or leave it out.',
  },
];
