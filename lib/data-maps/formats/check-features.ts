import type { Feature, Position } from "geojson";
import { quoteName } from "../../archives/refusals";
import { unwrapLine } from "./antimeridian";
import { DataRefusedError } from "./data-file";
import { NO_GEOMETRY } from "./left-out";
import type { ParsedText } from "./parsed-text";
import { isOddPlace } from "./swapped";

const DEEPEST_COLLECTION = 8;
const MOST_PROPERTIES = 5_000;
/** More make a browser unresponsive. */
const MOST_POSITIONS = 5_000_000;
/** A position on the edge of the world may be off by its last digit. */
const ROUNDING = 1e-6;

/** How often `coordinates` is nested around a position. */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export interface CheckedFeatures {
  /** Those that a map can show. */
  features: Feature[];
  /** Features that were read, with those outside the world. */
  read: number;
  /** Features with positions that aren't longitude and latitude. */
  outside: number;
  /** Those that would be inside the world, were their coordinates swapped. */
  swappable: number;
  /** Those at places without data, see `isOddPlace`. */
  odd: number;
  /** The first position, and the first one outside the world. */
  first: readonly [number, number] | null;
  firstOutside: readonly [number, number] | null;
  isRepaired: boolean;
}

export interface Checks {
  /** The coordinates are longitude and latitude. */
  isDegrees: boolean;
  /** Latitude comes first in the file. */
  isSwapped?: boolean | undefined;
}

const OUTSIDE = "coordinates that aren't longitude and latitude";

/** What programs write in place of an unknown coordinate. */
const UNKNOWN = [-9999, -99_999, -999_999];
const isPlaceholder = (x: number, y: number) => (x === 0 && y === 0) || UNKNOWN.includes(x) || UNKNOWN.includes(y);

const isWorld = (x: number, y: number) => Math.abs(x) <= 180 + ROUNDING && Math.abs(y) <= 90 + ROUNDING;

interface CheckedGeometry {
  /** What is wrong with it. */
  fault: string | null;
  start: [number, number] | null;
  /** The first position outside the world. */
  outside: [number, number] | null;
  isSwappable: boolean;
}

class Check {
  isRepaired = false;
  first: [number, number] | null = null;
  /** Of the feature that is checked. */
  private start: [number, number] | null = null;
  private outside: [number, number] | null = null;
  private isSwappable = true;
  private positions = 0;

  constructor(
    private readonly file: string,
    private readonly checks: Checks,
  ) {}

  /** Checks a geometry, turns texts into numbers, and swaps coordinates. */
  feature(geometry: unknown): CheckedGeometry {
    [this.start, this.outside, this.isSwappable] = [null, null, true];
    const fault = geometry === null || geometry === undefined ? NO_GEOMETRY : this.geometry(geometry, 0);
    const left = fault ?? (this.start === null ? "an empty geometry" : this.placeholder(geometry));
    if (left === null) this.first ??= this.start;
    return { fault: left, start: this.start, outside: this.outside, isSwappable: this.isSwappable };
  }

  private placeholder(geometry: unknown): string | null {
    const isPoint = typeof geometry === "object" && geometry !== null && "type" in geometry && geometry.type === "Point";
    return isPoint && this.start && isPlaceholder(...this.start) ? "0, 0 or -9999 in place of coordinates" : null;
  }

  private geometry(geometry: unknown, level: number): string | null {
    if (typeof geometry !== "object" || geometry === null) return "a geometry that is no object";
    const { type, coordinates, geometries } = geometry as { type?: unknown; coordinates?: unknown; geometries?: unknown };
    if (type === "GeometryCollection" && Array.isArray(geometries) && level < DEEPEST_COLLECTION) {
      return this.firstFault(geometries, (part) => this.geometry(part, level + 1));
    }
    const depth = typeof type === "string" && Object.hasOwn(DEPTHS, type) ? DEPTHS[type] : undefined;
    if (depth === undefined) return "a geometry of an unknown type";
    const isArea = type === "Polygon" || type === "MultiPolygon";
    return this.coordinates(coordinates, depth, isArea || type === "MultiLineString" || type === "LineString" ? isArea : null);
  }

  private firstFault(parts: readonly unknown[], check: (part: unknown) => string | null): string | null {
    for (const part of parts) {
      const fault = check(part);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** @param isRing whether its lists of positions are rings; null for points */
  private coordinates(coordinates: unknown, depth: number, isRing: boolean | null): string | null {
    if (!Array.isArray(coordinates)) return "a geometry without coordinates";
    if (depth === 0) return coordinates.length === 0 ? null : this.position(coordinates);
    const fault = this.firstFault(coordinates, (part) => this.coordinates(part, depth - 1, isRing));
    const isLine = depth === 1 && isRing !== null && fault === null && this.outside === null && this.checks.isDegrees;
    if (isLine && unwrapLine(coordinates as Position[], isRing)) this.isRepaired = true;
    return fault;
  }

  private position(position: unknown[]): string | null {
    this.positions += 1;
    if (this.positions > MOST_POSITIONS) {
      const problem = "has more than 5,000,000 positions. Simplify it, or make tiles of it, and upload it again.";
      throw new DataRefusedError(`${quoteName(this.file)} ${problem}`);
    }
    for (let index = 0; index < position.length; index += 1) {
      const value = position[index];
      if (typeof value !== "string" || value.trim() === "") continue;
      position[index] = Number(value);
      this.isRepaired = true;
    }
    if (this.checks.isSwapped) position.splice(0, 2, position[1], position[0]);
    const [x, y] = position;
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) {
      return "a coordinate that isn't a number";
    }
    this.start ??= [x, y];
    if (!isWorld(x, y)) this.outside ??= [x, y];
    if (!isWorld(y, x)) this.isSwappable = false;
    return null;
  }
}

/** Returns the properties of a feature. @throws DataRefusedError for very many */
function propertiesOf(properties: unknown, place: string): Feature["properties"] {
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return {};
  if (Object.keys(properties).length <= MOST_PROPERTIES) return properties as Feature["properties"];
  throw new DataRefusedError(`${place} has more than ${MOST_PROPERTIES} properties. Repair or remove it, and upload the file again.`);
}

/** MapLibre itself leaves out features without a geometry. */
const isHarmless = (fault: string | null) => fault === null || fault === NO_GEOMETRY;

const membersOf = (feature: unknown) => (feature ?? {}) as { type?: unknown; geometry?: unknown; properties?: unknown };

/** Counts a feature whose geometry is sound. */
function count(checked: CheckedFeatures, { start, outside, isSwappable }: CheckedGeometry, isLatitudeFirst?: boolean): void {
  checked.read += 1;
  if (isSwappable) checked.swappable += 1;
  if (start && isOddPlace(...start, isLatitudeFirst)) checked.odd += 1;
  if (!outside) return;
  checked.firstOutside ??= outside;
  checked.outside += 1;
}

/** Checks every position. It leaves out features that a map can't show, and notes them in `leftOut`. @throws DataRefusedError for very large files */
export function checkFeatures(file: string, parsed: ParsedText, checks: Checks): CheckedFeatures {
  const { numbers, leftOut, isLatitudeFirst } = parsed;
  const check = new Check(file, checks);
  const features: Feature[] = [];
  const counts = { read: 0, outside: 0, swappable: 0, odd: 0 };
  const checked: CheckedFeatures = { ...counts, features, first: null, firstOutside: null, isRepaired: parsed.isRepaired === true };
  for (const [index, feature] of parsed.features.entries()) {
    const number = numbers?.[index] ?? index + 1;
    const { type, geometry, properties } = membersOf(feature);
    const shown = propertiesOf(properties, `Feature ${number} of ${quoteName(file)}`);
    const result = check.feature(geometry);
    if (result.fault === null) count(checked, result, isLatitudeFirst);
    const fault = result.fault ?? (result.outside && checks.isDegrees ? OUTSIDE : null);
    if (type !== "Feature" || !isHarmless(fault)) checked.isRepaired = true;
    if (fault === null) features.push({ ...(feature as Feature), type: "Feature", properties: shown });
    else leftOut.add(number, fault);
  }
  return { ...checked, first: check.first, isRepaired: checked.isRepaired || check.isRepaired || checks.isSwapped === true };
}
