import type { Feature, FeatureCollection, Point } from "geojson";
import type { ParseConfig } from "papaparse";
import { quoteName } from "../../archives/refusals";
import type { MapLayer } from "../schema";
import { DataRefusedError } from "./data-file";

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

const MOST_COLUMNS = 2_000;
const MOST_ROW_CHARACTERS = 1024 * 1024;
const DELIMITERS = ",;\t|";
const ROW_ENDS = "\r\n";

/** Returns where the quoted field ends that starts at a position. A quote that neither the field nor a second quote follows is text. */
function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1];
    if (next === undefined || next === " " || DELIMITERS.includes(next) || ROW_ENDS.includes(next)) return at + 1;
    if (next === '"') at += 1;
    else if (at - start > MOST_ROW_CHARACTERS) return at;
  }
  return text.length;
}

/** @param row number of the row @param characters of the row so far @throws DataRefusedError */
function checkRow(file: string, row: number, characters: number, columns: number): void {
  const refuse = (problem: string) =>
    new DataRefusedError(`Row ${row} of ${quoteName(file)} ${problem}. Repair it, and upload the file again.`);
  if (characters > MOST_ROW_CHARACTERS) throw refuse("is longer than 1 MB. A quote may be missing");
  if (columns > MOST_COLUMNS) throw refuse(`has more than ${MOST_COLUMNS} columns`);
}

/** Checks the shape of a table before Papa Parse reads it, which takes quadratic time for some. @throws DataRefusedError */
function checkShape(file: string, text: string): void {
  let [row, rowStart, columns, isFieldStart] = [1, 0, 1, true];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? "\n";
    if (isFieldStart && character === '"') at = endOfQuoted(text, at) - 1;
    const isRowEnd = ROW_ENDS.includes(character);
    const isFieldEnd = DELIMITERS.includes(character);
    isFieldStart = isRowEnd || isFieldEnd;
    if (isFieldEnd) columns += 1;
    checkRow(file, row, at - rowStart, columns);
    if (isRowEnd) [row, rowStart, columns] = [row + (character === "\n" ? 1 : 0), at, 1];
  }
}

const OPTIONS: ParseConfig = { header: true, skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t"] };

/** Returns the columns that have coordinates by their names, or null for another table. @param start of the text, with the first line */
export async function findCsvColumns(start: string): Promise<Columns | null> {
  const { default: papa } = await import("papaparse");
  // Without a header, which Papa Parse gives new names in quadratic time.
  return findColumns(papa.parse<string[]>(start, { ...OPTIONS, header: false, preview: 1 }).data[0] ?? []);
}

/** Returns a point for each row that has coordinates. @param columns those of the coordinates; found by their names otherwise @throws DataRefusedError */
export async function parseCsv(file: string, text: string, columns?: Columns): Promise<FeatureCollection<Point>> {
  checkShape(file, text);
  const { default: papa } = await import("papaparse");
  const { data, meta } = papa.parse<Row>(text, OPTIONS);
  const found = columns ?? findColumns(meta.fields ?? []);
  const features = found ? data.map((row) => toFeature(row, found)).filter((feature) => feature !== null) : [];
  return { type: "FeatureCollection", features };
}
