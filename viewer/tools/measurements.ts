import { Geodesic } from "geographiclib-geodesic";
import type { Position } from "geojson";

const { WGS84, LONG_UNROLL, STANDARD } = Geodesic;

/** The shortest line between two points of the ellipsoid WGS 84. */
export interface Segment {
  /** Metres. */
  length: number;
  /** Degrees from true north at its start, 0 to 360. */
  bearing: number;
}

/** Longitude and latitude in degrees. */
const degrees = ([lng = 0, lat = 0]: Position) => ({ lng, lat });

function pairs(points: readonly Position[]): [Position, Position][] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}

/** Returns the segments between points, in their order. */
export function measureSegments(points: readonly Position[]): Segment[] {
  return pairs(points).map(([from, to]) => {
    const [start, end] = [degrees(from), degrees(to)];
    const { s12 = 0, azi1 = 0 } = WGS84.Inverse(start.lat, start.lng, end.lat, end.lng);
    return { length: s12, bearing: (azi1 + 360) % 360 };
  });
}

/** Returns the area in square metres and the perimeter in metres of a polygon, whose points go around either way. */
export function measureArea(points: readonly Position[]): { area: number; perimeter: number } {
  const polygon = WGS84.Polygon(false);
  for (const { lng, lat } of points.map(degrees)) polygon.AddPoint(lat, lng);
  const { area = 0, perimeter } = polygon.Compute(false, true);
  return { area: Math.abs(area), perimeter };
}

const STEP_METRES = 50_000;
const MOST_STEPS = 200;

/** Returns the line that is measured: on the map, long segments are curves. */
export function drawnLine(points: readonly Position[]): Position[] {
  const [first = [0, 0]] = points;
  return pairs(points).reduce<Position[]>(
    (drawn, [from, to]) => {
      const [start, end] = [degrees(from), degrees(to)];
      const line = WGS84.InverseLine(start.lat, start.lng, end.lat, end.lng);
      const steps = Math.min(MOST_STEPS, Math.ceil(line.s13 / STEP_METRES));
      for (let step = 1; step < steps; step += 1) {
        const { lat2 = 0, lon2 = 0 } = line.Position((line.s13 * step) / steps, STANDARD | LONG_UNROLL);
        drawn.push([lon2, lat2]);
      }
      drawn.push(to);
      return drawn;
    },
    [first],
  );
}

/** Returns places at equal distances along a line, with the first and the last point. `distance`: metres from the start. */
export function placesAlong(points: readonly Position[], count: number): { place: { lng: number; lat: number }; distance: number }[] {
  const lines = pairs(points).map(([from, to]) => {
    const [start, end] = [degrees(from), degrees(to)];
    return WGS84.InverseLine(start.lat, start.lng, end.lat, end.lng);
  });
  const total = lines.reduce((sum, { s13 }) => sum + s13, 0);
  return Array.from({ length: count }, (_, index) => {
    const distance = (total * index) / (count - 1);
    let left = distance;
    const line = lines.find(({ s13 }, place) => {
      const isOn = left <= s13 || place === lines.length - 1;
      if (!isOn) left -= s13;
      return isOn;
    });
    const { lat2 = 0, lon2 = 0 } = line?.Position(left, STANDARD) ?? {};
    return { place: { lng: lon2, lat: lat2 }, distance };
  });
}

export const LENGTH_UNITS = { nm: "Nautical miles", km: "Kilometres, metres" } as const;
export type LengthUnit = keyof typeof LENGTH_UNITS;
export const AREA_UNITS = { km2: "km²", ha: "ha", m2: "m²" } as const;
export type AreaUnit = keyof typeof AREA_UNITS;

const METRES_PER_MILE = 1852;
const SQUARE_METRES: Readonly<Record<AreaUnit, number>> = { km2: 1e6, ha: 1e4, m2: 1 };

const formatNumber = (value: number, digits: number) =>
  value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Returns more digits for small numbers. */
const digitsOf = (value: number) => [10, 100].filter((limit) => value < limit).length + 1;

/** @param metres length */
export function formatLength(metres: number, unit: LengthUnit): string {
  if (unit === "km" && metres < 1000) return `${formatNumber(metres, metres < 100 ? 1 : 0)} m`;
  const value = metres / (unit === "nm" ? METRES_PER_MILE : 1000);
  return `${formatNumber(value, digitsOf(value))} ${unit === "nm" ? "NM" : "km"}`;
}

/** @param squareMetres area */
export function formatArea(squareMetres: number, unit: AreaUnit): string {
  const value = squareMetres / SQUARE_METRES[unit];
  return `${formatNumber(value, unit === "m2" ? 0 : digitsOf(value))} ${AREA_UNITS[unit]}`;
}

/** Returns a bearing with three digits, as it is spoken in navigation: 045°. @param bearing degrees */
export function formatBearing(bearing: number): string {
  return `${String(Math.round(bearing) % 360).padStart(3, "0")}°`;
}
