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
  /** Where land meets sea. Open lines: without the cuts that polygons have at the antimeridian. */
  coastline: MultiLineString;
  borders: MultiLineString;
  /** For each country a small number that none of its neighbours has. */
  tints: number[];
}

type Countries = GeometryCollection<CountryProperties>;

/** Colours countries so that neighbours differ. @param around numbers of the neighbours of each country */
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

/** Reads Natural Earth's shapes from the world-atlas package. @param scale "50m" is the finer one */
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
