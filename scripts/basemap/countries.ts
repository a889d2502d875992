import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { areaOf } from "./rings";
import type { Sources } from "./sources";
import type { Shape } from "./tiles";

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Natural Earth abbreviates long names. */
const NAMES: Readonly<Record<string, string>> = {
  "Bosnia and Herz.": "Bosnia and Herzegovina",
  "Central African Rep.": "Central African Republic",
  "Dem. Rep. Congo": "DR Congo",
  "Dominican Rep.": "Dominican Republic",
  "Eq. Guinea": "Equatorial Guinea",
  "Fr. Polynesia": "French Polynesia",
  "Fr. S. Antarctic Lands": "French Southern Lands",
  "Falkland Is.": "Falkland Islands",
  Macedonia: "North Macedonia",
  "Marshall Is.": "Marshall Islands",
  "N. Cyprus": "Northern Cyprus",
  "S. Sudan": "South Sudan",
  "Solomon Is.": "Solomon Islands",
  "St. Kitts and Nevis": "Saint Kitts and Nevis",
  "St. Vin. and Gren.": "Saint Vincent and the Grenadines",
  "United States of America": "United States",
  "W. Sahara": "Western Sahara",
  eSwatini: "Eswatini",
};

/** Square degrees on the map that a country has at zoom 2, to be named there. */
const AREA_AT_ZOOM_2 = 250;
const LAST_ZOOM = 6;

function largestOf(geometry: Polygon | MultiPolygon): Position[][] {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.reduce((a, b) => (areaOf(a[0] ?? []) >= areaOf(b[0] ?? []) ? a : b));
}

/** Returns the borders between countries, and a point for the name of each, from Natural Earth. */
export async function readCountries({ resolve }: Sources): Promise<{ borders: Shape[]; names: Shape[] }> {
  const { default: polylabel } = (await import(pathToFileURL(resolve("polylabel")).href)) as {
    default: (polygon: Position[][], precision: number) => [number, number];
  };
  const file = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
  const world = JSON.parse(readFileSync(file, "utf8")) as World;
  const { countries } = world.objects;
  const borders = mesh(world, countries, (a, b) => a !== b).coordinates.map((coordinates) => ({
    type: "LineString" as const,
    coordinates,
    minZoom: 0,
  }));
  const names = feature(world, countries).features.flatMap(({ geometry, properties: { name } }): Shape[] => {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") return [];
    const polygon = largestOf(geometry);
    const zoom = Math.round(2 + Math.log2(AREA_AT_ZOOM_2 / areaOf(polygon[0] ?? [])) / 2);
    const rank = Math.min(LAST_ZOOM, Math.max(1, zoom));
    return [{ type: "Point", coordinates: polylabel(polygon, 0.1), minZoom: rank, tags: { name: NAMES[name] ?? name, rank } }];
  });
  return { borders, names };
}
