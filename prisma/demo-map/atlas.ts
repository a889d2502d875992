import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FeatureCollection, GeometryObject, MultiLineString } from "geojson";
import { feature, mesh, neighbors } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

export interface CountryProperties {
  name: string;
}

export interface Atlas {
  countries: FeatureCollection<GeometryObject, CountryProperties>;
  /** Open lines, without the cuts that polygons have at the antimeridian. */
  coastline: MultiLineString;
  borders: MultiLineString;
  /** For each country a small number that differs from those of its neighbors. */
  tints: number[];
}

type Countries = GeometryCollection<CountryProperties>;

/** Colors countries so that neighbors differ. @param neighborsOf numbers of the neighbors of each country */
export function assignTints(neighborsOf: number[][]): number[] {
  const tints: number[] = [];
  for (const [country, adjacent] of neighborsOf.entries()) {
    const taken = new Set(adjacent.map((neighbor) => tints[neighbor]));
    let tint = 0;
    while (taken.has(tint)) tint += 1;
    tints[country] = tint;
  }
  return tints;
}

/** Reads Natural Earth's shapes from the world-atlas package. @param scale "50m" has more detail */
export async function readAtlas(scale: "50m" | "110m"): Promise<Atlas> {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  const topology = JSON.parse(await readFile(file, "utf8")) as Topology<{ countries: Countries }>;
  const { countries } = topology.objects;
  return {
    countries: feature(topology, countries),
    coastline: mesh(topology, countries, (a, b) => a === b),
    borders: mesh(topology, countries, (a, b) => a !== b),
    tints: assignTints(neighbors(countries.geometries)),
  };
}
