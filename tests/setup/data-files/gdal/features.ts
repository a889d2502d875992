import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { Box } from "./kit";

/** Two places near Hamburg in degrees, and by the formulas of Krüger in metres of EPSG:25832 and 25833. */
export const PLACES: Position[] = [
  [9.99, 53.55],
  [10.02, 53.56],
];
export const UTM32: Position[] = [
  [565590.9407, 5933912.1654],
  [567562.5512, 5935052.6809],
];
export const UTM33: Position[] = [
  [168189.767, 5945138.0781],
  [170253.0671, 5946109.778],
];
export const BOUNDS: Box = [9.99, 53.55, 10.02, 53.56];

export const ATTRIBUTES = { name: "Müllheimer Straße", art: "Größe", tiefe: 12.5 };

export function collection(geometries: readonly (Geometry | null)[], name = "orte", properties: object = ATTRIBUTES): FeatureCollection {
  const features = geometries.map((geometry) => ({ type: "Feature", properties: { ...properties }, geometry }) as Feature);
  return Object.assign({ type: "FeatureCollection" as const, features }, { name });
}

export const point = (coordinates: Position): Geometry => ({ type: "Point", coordinates });
export const line = (coordinates: Position[]): Geometry => ({ type: "LineString", coordinates });

/** The rectangle between two positions. */
export function area([[west = 0, south = 0] = [], [east = 0, north = 0] = []]: Position[]): Geometry {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

export const points = (at: Position[] = PLACES, name?: string) => collection(at.map(point), name);
