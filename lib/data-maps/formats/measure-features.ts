import type { Feature, Geometry, Position } from "geojson";
import type { Bounds, LayerKind } from "../schema";
import { AttributeCounter } from "../style/statistics";
import { LongitudeRange } from "./antimeridian";
import type { FoundLayer } from "./data-file";

/** Attributes that Map settings offer as labels. */
const MOST_ATTRIBUTES = 200;
const LONGEST_ATTRIBUTE = 200;

type Measures = Pick<FoundLayer, "kind" | "bounds" | "attributes" | "statistics"> & { vertices: number };
type Coordinates = Position | readonly Coordinates[];

const KINDS: Readonly<Record<string, LayerKind>> = {
  Point: "points",
  MultiPoint: "points",
  LineString: "lines",
  MultiLineString: "lines",
  Polygon: "areas",
  MultiPolygon: "areas",
};

const limit = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

class Measurement {
  readonly kinds = new Set<LayerKind>();
  readonly attributes = new Set<string>();
  readonly counter = new AttributeCounter();
  vertices = 0;
  private readonly longitudes = new LongitudeRange();
  private south = Number.POSITIVE_INFINITY;
  private north = Number.NEGATIVE_INFINITY;

  addFeature({ geometry, properties }: Feature): void {
    this.addGeometry(geometry);
    this.counter.add(properties);
    if (this.attributes.size >= MOST_ATTRIBUTES) return;
    for (const name of Object.keys(properties ?? {})) {
      if (this.attributes.size < MOST_ATTRIBUTES && name !== "" && name.length <= LONGEST_ATTRIBUTE) this.attributes.add(name);
    }
  }

  bounds(): Bounds | null {
    if (this.kinds.size === 0) return null;
    const [west, east] = this.longitudes.range();
    return [limit(west, -180, 180), limit(this.south, -90, 90), limit(east, -180, 540), limit(this.north, -90, 90)];
  }

  private addGeometry(geometry: Geometry): void {
    if (geometry.type === "GeometryCollection") {
      for (const part of geometry.geometries) this.addGeometry(part);
      return;
    }
    const kind = KINDS[geometry.type];
    if (kind) this.kinds.add(kind);
    if (geometry.type === "Point") this.addCoordinates([geometry.coordinates], true);
    else this.addCoordinates(geometry.coordinates, geometry.type === "MultiPoint");
  }

  /** @param areParts whether each position counts alone, and not as part of a line */
  private addCoordinates(coordinates: Coordinates, areParts: boolean): void {
    let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const part of coordinates) {
      if (!Array.isArray(part)) continue;
      const [x, y] = part;
      if (typeof x === "number" && typeof y === "number") {
        this.vertices += 1;
        if (areParts) this.longitudes.add(x, x);
        west = Math.min(west, x);
        east = Math.max(east, x);
        this.south = Math.min(this.south, y);
        this.north = Math.max(this.north, y);
      } else this.addCoordinates(part, areParts);
    }
    if (west <= east && !areParts) this.longitudes.add(west, east);
  }
}

/** Returns what features are drawn as, where they are, and what is known of their attributes. */
export function measureFeatures(features: readonly Feature[]): Measures {
  const measurement = new Measurement();
  for (const feature of features) measurement.addFeature(feature);
  const [kind = "mixed", ...others] = measurement.kinds;
  return {
    kind: others.length > 0 ? "mixed" : kind,
    bounds: measurement.bounds(),
    attributes: [...measurement.attributes],
    statistics: measurement.counter.statistics(),
    vertices: measurement.vertices,
  };
}
