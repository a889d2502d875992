import type { FeatureCollection } from "geojson";
import { quoteName } from "../../archives/refusals";
import type { Bounds, LayerKind } from "../schema";
import { DataRefusedError, type FoundLayer } from "./data-file";

/** Attributes that Map settings offer as labels. */
const MOST_ATTRIBUTES = 200;
const LONGEST_ATTRIBUTE = 200;
const DEEPEST_COLLECTION = 8;
const MOST_PROPERTIES = 5_000;
/** More make a browser unresponsive. */
const MOST_POSITIONS = 5_000_000;
/** A position on the edge of the world may be off by its last digit. */
const ROUNDING = 1e-6;

type Measures = Pick<FoundLayer, "kind" | "bounds" | "attributes">;

/** How a file is checked, in the words of its format. */
export interface MeasuredFile {
  file: string;
  /** What to do when the positions aren't longitude and latitude. */
  conversion: string;
}

/** How often `coordinates` is nested around a position, and what the geometry is drawn as. */
const SHAPES: Readonly<Record<string, { depth: number; kind: LayerKind }>> = {
  Point: { depth: 0, kind: "points" },
  MultiPoint: { depth: 1, kind: "points" },
  LineString: { depth: 1, kind: "lines" },
  MultiLineString: { depth: 2, kind: "lines" },
  Polygon: { depth: 2, kind: "areas" },
  MultiPolygon: { depth: 3, kind: "areas" },
};

class Measurement {
  readonly kinds = new Set<LayerKind>();
  readonly attributes = new Set<string>();
  private west = Number.POSITIVE_INFINITY;
  private south = Number.POSITIVE_INFINITY;
  private east = Number.NEGATIVE_INFINITY;
  private north = Number.NEGATIVE_INFINITY;
  private feature = 0;
  private positions = 0;

  constructor(private readonly source: MeasuredFile) {}

  addFeature(feature: unknown): void {
    this.feature += 1;
    const { geometry, properties } = (feature ?? {}) as { geometry?: unknown; properties?: unknown };
    if (geometry) this.addGeometry(geometry, 0);
    if (typeof properties !== "object" || properties === null || this.attributes.size >= MOST_ATTRIBUTES) return;
    const names = Object.keys(properties);
    if (names.length > MOST_PROPERTIES) throw this.refuse(`has more than ${MOST_PROPERTIES} properties`);
    for (const name of names) {
      if (this.attributes.size < MOST_ATTRIBUTES && name !== "" && name.length <= LONGEST_ATTRIBUTE) this.attributes.add(name);
    }
  }

  bounds(): Bounds | null {
    if (this.kinds.size === 0) return null;
    const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value));
    return [limit(this.west, 180), limit(this.south, 90), limit(this.east, 180), limit(this.north, 90)];
  }

  private addGeometry(geometry: unknown, level: number): void {
    if (typeof geometry !== "object") throw this.refuse("has a geometry that is no object");
    const { type, coordinates, geometries } = geometry as { type?: unknown; coordinates?: unknown; geometries?: unknown };
    if (type === "GeometryCollection" && Array.isArray(geometries) && level < DEEPEST_COLLECTION) {
      for (const part of geometries) this.addGeometry(part ?? {}, level + 1);
      return;
    }
    const shape = typeof type === "string" && Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;
    if (!shape) throw this.refuse("has a geometry of an unknown type");
    this.addPositions(coordinates, shape);
  }

  private addPositions(coordinates: unknown, { depth, kind }: { depth: number; kind: LayerKind }): void {
    if (!Array.isArray(coordinates)) throw this.refuse("has a geometry without coordinates");
    if (depth === 0) {
      if (coordinates.length === 0) return;
      this.addPosition(coordinates[0], coordinates[1]);
      this.kinds.add(kind);
      return;
    }
    for (const part of coordinates) this.addPositions(part, { depth: depth - 1, kind });
  }

  private addPosition(x: unknown, y: unknown): void {
    this.positions += 1;
    if (this.positions > MOST_POSITIONS) {
      const { file } = this.source;
      throw new DataRefusedError(
        `${quoteName(file)} has more than 5,000,000 positions. Simplify it, or make tiles of it, and upload it again.`,
      );
    }
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw this.refuse("has a coordinate that isn't a number");
    }
    if (Math.abs(x) > 180 + ROUNDING || Math.abs(y) > 90 + ROUNDING) {
      const { file, conversion } = this.source;
      throw new DataRefusedError(
        `The coordinates of ${quoteName(file)} aren't longitude and latitude, such as ${x}, ${y} in feature ${this.feature}. ${conversion}`,
      );
    }
    if (x < this.west) this.west = x;
    if (x > this.east) this.east = x;
    if (y < this.south) this.south = y;
    if (y > this.north) this.north = y;
  }

  private refuse(problem: string): DataRefusedError {
    return new DataRefusedError(
      `Feature ${this.feature} of ${quoteName(this.source.file)} ${problem}. Repair or remove it, and upload the file again.`,
    );
  }
}

/** Checks every position and measures the features. @throws DataRefusedError for positions that a map can't show, and without any */
export function measureFeatures(collection: FeatureCollection, source: MeasuredFile): Measures {
  const measurement = new Measurement(source);
  for (const feature of collection.features) measurement.addFeature(feature);
  const [kind, ...others] = measurement.kinds;
  if (kind === undefined) {
    throw new DataRefusedError(`${quoteName(source.file)} has no features to show. Export it again, or leave it out.`);
  }
  return { kind: others.length > 0 ? "mixed" : kind, bounds: measurement.bounds(), attributes: [...measurement.attributes] };
}
