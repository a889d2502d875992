import type { GdalEngine, GdalRun } from "./engine";

export interface VectorLayer {
  name: string;
  /** Type of the first geometry column, such as `Point`, `3D Multi Polygon`, `Unknown (any)`, or `None`. */
  geometry: string;
  features: number;
  /** West, south, east and north in units of the projection. Null without features. */
  extent: [number, number, number, number] | null;
  /** WKT, or null if unknown. */
  projection: string | null;
  /** Number of the projection in EPSG's register, if it has one. */
  epsg: number | null;
  fields: string[];
}

const LAYER = /^Layer name: /m;
/** Lines of a field are such as `name: String (80.0) NOT NULL`. A name may have colons. */
const FIELD = /^(.+?): (?:Integer64|Integer|Real|String|Wide String|Date|Time|DateTime|Binary)(?:List)?(?:\(\w+\))? \(\d+\.\d+\)/;
const EXTENT = /^Extent(?: \(.*\))?: \((.+), (.+)\) - \((.+), (.+)\)$/m;
/** The text of a projection ends before the order of its axes. */
const PROJECTION = /^(?:Layer SRS WKT|SRS WKT \(.*\)):\n([\s\S]+?)\n(?:Data axis to CRS axis mapping|Coordinate epoch):/m;

function readExtent(text: string): VectorLayer["extent"] {
  const [west, south, east, north] = (EXTENT.exec(text) ?? []).slice(1).map(Number);
  const isWhole = [west, south, east, north].every(Number.isFinite);
  return isWhole && west !== undefined && south !== undefined && east !== undefined && north !== undefined
    ? [west, south, east, north]
    : null;
}

/** Returns the number of the whole projection. Its parts, such as the datum, have numbers of their own. */
function readEpsg(wkt: string): number | null {
  const found = /ID\["EPSG",(\d+)\]\]\s*$/.exec(wkt);
  return found ? Number(found[1]) : null;
}

function parseLayer(text: string): VectorLayer {
  const projection = PROJECTION.exec(text)?.[1] ?? null;
  const lines = text.replace(PROJECTION, "").split("\n");
  return {
    name: lines[0] ?? "",
    geometry: /^Geometry(?: \(.*\))?: (.+)$/m.exec(text)?.[1] ?? "None",
    features: Number(/^Feature Count: (\d+)$/m.exec(text)?.[1] ?? 0),
    extent: readExtent(text),
    projection,
    epsg: projection === null ? null : readEpsg(projection),
    fields: lines.slice(1).flatMap((line) => FIELD.exec(line)?.[1] ?? []),
  };
}

/** Reads what `ogrinfo -so -al` prints. GDAL 3.6 has no JSON of it. */
export function parseVectorInfo(text: string): VectorLayer[] {
  return text.split(LAYER).slice(1).map(parseLayer);
}

/** Returns the layers of a file. @param main path in the folder @throws GdalError if it can't be read */
export async function describeVectors(engine: GdalEngine, main: string, options: GdalRun): Promise<VectorLayer[]> {
  return parseVectorInfo(await engine.run("ogrinfo", ["-ro", "-so", "-al", main], options));
}
