import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";

export const DRAWN_BYTES = 5 * 1024 * 1024;

export type GeoData =
  | { kind: "map"; format: "GeoJSON" | "TopoJSON"; features: FeatureCollection }
  /** JSON that can't be drawn as a map. `reason` is set for GeoJSON and TopoJSON. */
  | { kind: "json"; value: unknown; reason?: string }
  | { kind: "invalid"; reason: string };

const geometryTypes = new Set(["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"]);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isGeometry = (value: unknown): value is Geometry => isObject(value) && geometryTypes.has(String(value.type));
const isFeature = (value: unknown): value is Feature =>
  isObject(value) && value.type === "Feature" && (value.geometry === null || isGeometry(value.geometry));

const collect = (features: Feature[]): FeatureCollection => ({ type: "FeatureCollection", features });

function fromTopology(topology: Topology): FeatureCollection | null {
  try {
    const features = Object.values(topology.objects).flatMap((object): Feature[] => {
      const made: Feature | FeatureCollection = feature(topology, object);
      return made.type === "FeatureCollection" ? made.features : [made];
    });
    return collect(features.filter(isFeature));
  } catch {
    return null;
  }
}

/** Returns the valid features of GeoJSON, or null when the value isn't GeoJSON. */
function fromGeoJson(value: Record<string, unknown>): FeatureCollection | null {
  if (isFeature(value)) return collect([value]);
  if (isGeometry(value)) return collect([{ type: "Feature", properties: {}, geometry: value }]);
  if (value.type !== "FeatureCollection" || !Array.isArray(value.features)) return null;
  return collect(value.features.filter(isFeature));
}

function* positionsOf(geometry: Geometry | null): Generator<Position> {
  if (!geometry) return;
  if (geometry.type === "GeometryCollection") {
    for (const part of geometry.geometries) yield* positionsOf(part);
    return;
  }
  // Not recursive: deeply nested input could overflow the stack.
  const rest: unknown[] = [geometry.coordinates];
  while (rest.length > 0) {
    const item = rest.pop();
    if (!Array.isArray(item)) throw new TypeError("no coordinates");
    if (typeof item[0] === "number") yield item as Position;
    else for (const part of item) rest.push(part);
  }
}

const isOnEarth = (longitude: unknown, latitude: unknown) =>
  typeof longitude === "number" && typeof latitude === "number" && Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90.000001;

/** Returns why features can't be drawn, or null. */
function problemOf({ features }: FeatureCollection): string | null {
  let isEmpty = true;
  try {
    for (const { geometry } of features) {
      for (const [longitude, latitude] of positionsOf(geometry)) {
        if (!isOnEarth(longitude, latitude)) return "The coordinates are not WGS 84 longitude and latitude.";
        isEmpty = false;
      }
    }
  } catch {
    return "The coordinates are damaged.";
  }
  return isEmpty ? "This file contains no features." : null;
}

export function readGeoData(text: string): GeoData {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { kind: "invalid", reason: error instanceof Error ? error.message : "" };
  }
  if (!isObject(value)) return { kind: "json", value };
  const isTopology = value.type === "Topology" && isObject(value.objects);
  const features = isTopology ? fromTopology(value as unknown as Topology) : fromGeoJson(value);
  if (!features) return isTopology ? { kind: "json", value, reason: "The topology is damaged." } : { kind: "json", value };
  const reason = problemOf(features);
  return reason === null ? { kind: "map", format: isTopology ? "TopoJSON" : "GeoJSON", features } : { kind: "json", value, reason };
}
