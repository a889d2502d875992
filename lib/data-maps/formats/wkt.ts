import type { Geometry, Position } from "geojson";

const TYPES: Readonly<Record<string, Geometry["type"]>> = {
  POINT: "Point",
  LINESTRING: "LineString",
  POLYGON: "Polygon",
  MULTIPOINT: "MultiPoint",
  MULTILINESTRING: "MultiLineString",
  MULTIPOLYGON: "MultiPolygon",
  GEOMETRYCOLLECTION: "GeometryCollection",
};
/** How often positions are nested in lists. */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};
const DEEPEST_COLLECTION = 8;
const START = /^\s*(?:SRID\s*=\s*(\d{1,6})\s*;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\s*(?:ZM|Z|M)?\s*(?:\(|EMPTY)/i;
const TOKEN = /\s*([a-z]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[(),])/iy;

type Nested = Position | Nested[];

/** Returns whether a text starts as WKT does, and the number of the projection that EWKT names. */
export function startOfWkt(text: string): { projection: string | undefined } | null {
  const match = START.exec(text.slice(0, 200));
  return match ? { projection: match[1] && `EPSG:${match[1]}` } : null;
}

class Parser {
  private token = "";

  constructor(
    private readonly text: string,
    private at: number,
  ) {
    this.next();
  }

  geometry(level = 0): Geometry {
    const type = TYPES[this.token.toUpperCase().replace(/(?<=[NTY])(ZM|Z|M)$/, "")];
    if (!type || level > DEEPEST_COLLECTION) throw new SyntaxError("The geometry is of an unknown type.");
    this.next();
    const hasMeasure = /^M$/i.test(this.token);
    if (/^(ZM|Z|M)$/i.test(this.token)) this.next();
    const isEmpty = /^EMPTY$/i.test(this.token);
    if (isEmpty) this.next();
    if (type === "GeometryCollection") return { type, geometries: isEmpty ? [] : this.list(() => this.geometry(level + 1)) };
    const coordinates = isEmpty ? [] : this.coordinates(DEPTHS[type] ?? 0, hasMeasure);
    return { type, coordinates } as Geometry;
  }

  /** @throws SyntaxError for text after the geometry */
  end(): void {
    if (this.token !== "") throw new SyntaxError("The geometry has text after its end.");
  }

  private next(): void {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (!match && this.text.slice(this.at).trim() !== "") throw new SyntaxError("The geometry has an unknown character.");
    this.at = match ? TOKEN.lastIndex : this.text.length;
    this.token = match?.[1] ?? "";
  }

  private take(token: string): void {
    if (this.token !== token) throw new SyntaxError(`The geometry lacks ${token}.`);
    this.next();
  }

  private list<Item>(read: () => Item): Item[] {
    this.take("(");
    const items = [read()];
    while (this.token === ",") {
      this.next();
      items.push(read());
    }
    this.take(")");
    return items;
  }

  /** A point, and each point of a MULTIPOINT, may have its own brackets. */
  private coordinates(depth: number, hasMeasure: boolean): Nested {
    if (depth > 0) return this.list(() => this.coordinates(depth - 1, hasMeasure));
    if (this.token === "(") return this.list(() => this.position(hasMeasure))[0] ?? [];
    return this.position(hasMeasure);
  }

  private position(hasMeasure: boolean): Position {
    const position: number[] = [];
    for (let value = Number(this.token); this.token !== "" && Number.isFinite(value); value = Number(this.token)) {
      position.push(value);
      this.next();
    }
    return position.slice(0, hasMeasure ? 2 : 3);
  }
}

/** Reads WKT and EWKT. @returns null for a geometry that is damaged or of another kind */
export function readWkt(text: string): Geometry | null {
  try {
    const parser = new Parser(text, text.indexOf(";") + 1);
    const geometry = parser.geometry();
    parser.end();
    return geometry;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
