import type { Feature, FeatureCollection, Point } from "geojson";
import type { ParseConfig } from "papaparse";
import type { MapLayer } from "../schema";

type Columns = NonNullable<MapLayer["columns"]>;
type Row = Record<string, string>;

/** Names of coordinate columns, the clearest first. */
const LONGITUDES = ["longitude", "long", "lng", "lon", "x"];
const LATITUDES = ["latitude", "lat", "y"];

function findColumns(fields: readonly string[]): Columns | null {
  const find = (names: readonly string[]) => {
    for (const name of names) {
      const field = fields.find((candidate) => candidate.trim().toLowerCase() === name);
      if (field !== undefined) return field;
    }
    return undefined;
  };
  const longitude = find(LONGITUDES);
  const latitude = find(LATITUDES);
  return longitude === undefined || latitude === undefined ? null : { longitude, latitude };
}

/** Reads a number with a decimal point, or with the decimal comma of many spreadsheets. */
function readNumber(text: string | undefined): number {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? Number.NaN : Number(trimmed.replace(",", "."));
}

function toFeature(row: Row, columns: Columns): Feature<Point> | null {
  const coordinates = [readNumber(row[columns.longitude]), readNumber(row[columns.latitude])];
  if (!coordinates.every(Number.isFinite)) return null;
  const { [columns.longitude]: _x, [columns.latitude]: _y, __parsed_extra: _rest, ...properties } = row;
  return { type: "Feature", properties, geometry: { type: "Point", coordinates } };
}

const OPTIONS: ParseConfig<Row> = { header: true, skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t"] };

/** Returns the columns that have coordinates by their names, or null for another table. @param start of the text, with the first line */
export async function findCsvColumns(start: string): Promise<Columns | null> {
  const { default: papa } = await import("papaparse");
  return findColumns(papa.parse<Row>(start, { ...OPTIONS, preview: 1 }).meta.fields ?? []);
}

/** Returns a point for each row that has coordinates. @param columns those of the coordinates; found by their names otherwise */
export async function parseCsv(text: string, columns?: Columns): Promise<FeatureCollection<Point>> {
  const { default: papa } = await import("papaparse");
  const { data, meta } = papa.parse<Row>(text, OPTIONS);
  const found = columns ?? findColumns(meta.fields ?? []);
  const features = found ? data.map((row) => toFeature(row, found)).filter((feature) => feature !== null) : [];
  return { type: "FeatureCollection", features };
}
