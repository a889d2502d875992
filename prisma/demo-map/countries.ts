import { geoArea } from "d3-geo";
import type { FeatureCollection } from "geojson";
import { readAtlas } from "./atlas";

/** Mean radius of the earth in km; d3-geo measures areas on a sphere of radius 1. */
const EARTH_RADIUS = 6371;

/** Two decimals of a degree are about 1 km, finer than these outlines. */
function roundCoordinate(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Math.round(value * 100) / 100 : value;
}

/** Returns the countries as GeoJSON with name and area (km², of the simplified outline). */
export async function writeCountries(): Promise<string> {
  const { countries } = await readAtlas("50m");
  const collection: FeatureCollection = {
    type: "FeatureCollection",
    features: countries.features.map((country) => ({
      type: "Feature",
      properties: { name: country.properties.name, area: Math.round(geoArea(country) * EARTH_RADIUS ** 2) },
      geometry: country.geometry,
    })),
  };
  return JSON.stringify(collection, roundCoordinate);
}
