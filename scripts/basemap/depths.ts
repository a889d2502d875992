import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { FeatureCollection, MultiPolygon } from "geojson";
import { areaOf } from "./rings";
import type { Sources } from "./sources";
import type { Shape } from "./tiles";

/** Metres. */
export const DEPTHS = [50, 200, 1000, 3000, 5000] as const;

/** Smaller areas are noise of the grid. Square degrees. */
const LEAST_AREA = 2;

/** Columns of the grid, whose first one is 0°. A column is five arc minutes. */
const [COLUMNS, ROWS, DEGREES] = [4320, 2161, 1 / 12];
/** Columns that the map has of the other side of 180°, so that no seam is seen there. */
const OVERLAP = 24;

/** Turns the grid from 0…360° to -180…180°, and makes it smooth and fine, so that the outlines are round. */
function smoothGrid({ folder, heights }: Sources): string {
  const gdal = (command: string, args: readonly string[]) => execFileSync(command, ["-q", ...args], { cwd: folder, stdio: "inherit" });
  const copy = (name: string, first: number, columns: number, west: number) => {
    const corners = [west, 90 + DEGREES / 2, west + columns * DEGREES, -90 - DEGREES / 2].map(String);
    const window = [first, 0, columns, ROWS].map(String);
    const input = `NETCDF:"${path.resolve(heights)}":ROSE`;
    gdal("gdal_translate", ["-srcwin", ...window, "-a_ullr", ...corners, "-a_srs", "EPSG:4326", input, name]);
    return name;
  };
  const half = COLUMNS / 2;
  const east = copy("east.tif", 0, half + OVERLAP, -DEGREES / 2);
  const west = copy("west.tif", half - OVERLAP, half + OVERLAP, -180 - (OVERLAP + 0.5) * DEGREES);
  const extent = ["-te", "-181", "-85.1", "181", "89.9"];
  gdal("gdalwarp", ["-overwrite", ...extent, "-tr", "0.4", "0.4", "-r", "average", west, east, "coarse.tif"]);
  gdal("gdalwarp", ["-overwrite", ...extent, "-tr", "0.05", "0.05", "-r", "cubicspline", "coarse.tif", "smooth.tif"]);
  return "smooth.tif";
}

/** Returns the areas that are deeper than each of the depths, from ETOPO5. They overlap: the deeper is drawn above the shallower. */
export function readDepths(sources: Sources): Shape[] {
  const grid = smoothGrid(sources);
  return DEPTHS.flatMap((depth) => {
    const output = `deeper-${depth}.geojson`;
    rmSync(path.join(sources.folder, output), { force: true });
    const options = ["-q", "-p", "-amax", "max", "-fl", String(-depth), "-f", "GeoJSON", grid, output];
    execFileSync("gdal_contour", options, { cwd: sources.folder, stdio: "inherit" });
    const text = readFileSync(path.join(sources.folder, output), "utf8");
    const { features } = JSON.parse(text) as FeatureCollection<MultiPolygon, { max: number }>;
    const deeper = features.find(({ properties }) => properties.max <= -depth)?.geometry.coordinates ?? [];
    return deeper.flatMap((rings) => {
      const kept = rings.filter((ring) => areaOf(ring) > LEAST_AREA);
      const shape = { type: "Polygon" as const, coordinates: kept, minZoom: 0, tags: { depth } };
      return kept[0] === rings[0] ? [shape] : [];
    });
  });
}
