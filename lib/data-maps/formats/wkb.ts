import type { Geometry, Position } from "geojson";

/** Hexadecimal well-known binary: the order of its bytes, its type, and numbers. */
const START = /^\s*(?:\\x)?0[01][0-9a-f]{8}(?:[0-9a-f]{2}){4,}/i;
const TYPES = ["Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection"] as const;
const DEEPEST_COLLECTION = 8;
/** Flags of PostGIS in the type. */
const [HAS_Z, HAS_M, HAS_SRID] = [0x80000000, 0x40000000, 0x20000000];

/** Reads hexadecimal WKB and EWKB. @returns null for a damaged geometry and one of another kind */
export function readWkb(text: string): { geometry: Geometry; projection: string | undefined } | null {
  const bytes = Uint8Array.from(text.trim().replace(/^\\x/, "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const view = new DataView(bytes.buffer);
  let [at, srid] = [0, 0];

  function geometry(level: number): Geometry {
    const skip = (bytes: number) => {
      at += bytes;
      return at - bytes;
    };
    const isLittle = view.getUint8(skip(1)) === 1;
    const integer = () => view.getUint32(skip(4), isLittle);
    const code = integer();
    if (code & HAS_SRID) srid = integer();
    const thousands = Math.floor((code & 0xffff) / 1000);
    const hasHeight = (code & HAS_Z) !== 0 || thousands % 2 === 1;
    const dimensions = 2 + Number(hasHeight) + Number((code & HAS_M) !== 0 || thousands >= 2);
    const position = (): Position => {
      const numbers = Array.from({ length: dimensions }, () => view.getFloat64(skip(8), isLittle));
      return numbers.every(Number.isFinite) ? numbers.slice(0, hasHeight ? 3 : 2) : [];
    };
    /** A wrong number of items ends at the end of the bytes. */
    const list = <Item>(read: () => Item): Item[] => {
      const items: Item[] = [];
      for (let left = integer(); left > 0; left -= 1) items.push(read());
      return items;
    };
    const type = TYPES[((code & 0xffff) % 1000) - 1];
    if (!type || level > DEEPEST_COLLECTION) throw new RangeError("The geometry is of an unknown type.");
    if (type === "Point") return { type, coordinates: position() };
    if (type === "LineString") return { type, coordinates: list(position) };
    if (type === "Polygon") return { type, coordinates: list(() => list(position)) };
    const parts = list(() => geometry(level + 1));
    if (type === "GeometryCollection") return { type, geometries: parts };
    return { type, coordinates: parts.flatMap((part) => ("coordinates" in part ? [part.coordinates] : [])) } as Geometry;
  }

  try {
    return { geometry: geometry(0), projection: srid === 0 ? undefined : `EPSG:${srid}` };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns true for a text that is hexadecimal WKB. A hash may begin as one does. */
export const isWkb = (text: string) => START.test(text.slice(0, 200)) && readWkb(text) !== null;
