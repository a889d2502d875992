import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FeatureCollection, GeometryObject, MultiLineString } from "geojson";
import { feature, mesh, neighbors } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/** What the atlas tells of a country. */
export interface CountryProperties {
  name: string;
}

/** The countries of the world, in degrees of longitude and latitude. */
export interface Atlas {
  countries: FeatureCollection<GeometryObject, CountryProperties>;
  /** Where land meets sea. Open lines: without the cuts that polygons have at the antimeridian. */
  coastline: MultiLineString;
  /** Where a country meets another. */
  borders: MultiLineString;
  /** For each country a small number that none of its neighbours has. */
  tints: number[];
}

type Countries = GeometryCollection<CountryProperties>;

/**
 * Goes through the countries once; each takes the first number that is free among its neighbours.
 * @param around for each country the numbers of those it borders on
 */
export function colour(around: number[][]): number[] {
  const tints: number[] = [];
  for (const [country, neighbours] of around.entries()) {
    const taken = new Set(neighbours.map((neighbour) => tints[neighbour]));
    let tint = 0;
    while (taken.has(tint)) tint += 1;
    tints[country] = tint;
  }
  return tints;
}

/**
 * Reads Natural Earth's shapes from the world-atlas package.
 * @param scale "110m" for a globe on a page, "50m" for a map that is zoomed into
 */
export async function readAtlas(scale: "50m" | "110m"): Promise<Atlas> {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  const topology = JSON.parse(await readFile(file, "utf8")) as Topology<{ countries: Countries }>;
  const { countries } = topology.objects;
  return {
    countries: feature(topology, countries),
    coastline: mesh(topology, countries, (a, b) => a === b),
    borders: mesh(topology, countries, (a, b) => a !== b),
    tints: colour(neighbors(countries.geometries)),
  };
}
