import { readCoordinate } from "./coordinate-text";
import { type Columns, findColumns } from "./csv-columns";

/** The header and the first rows are in these. */
const START_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 60;
/** A header may come after lines of a title. */
const MOST_PREAMBLE = 30;
const DELIMITERS = [",", ";", "\t", "|"];
const SEPARATOR_LINE = /^sep=([,;\t|])[\r\n]/i;
/** What coordinates look like, and few other numbers: four decimals, or metres. */
const DETAILED = /\d[.,]\d{4,}$|^[+-]?\d{6,8}([.,]\d+)?$/;

export type Row = readonly string[];

export interface Table {
  delimiter: string;
  /** Unique names of the columns. */
  header: string[];
  /** Index of the first row below the header. */
  firstRow: number;
  /** Those of the coordinates; null when only the admin knows them. */
  columns: Columns | null;
  /** The first rows. */
  sample: Row[];
}

const endsWith = (file: string, ending: string) => file.toLowerCase().endsWith(ending);

/** Points of surveys: longitude, latitude and depth without a header. */
export const isXyz = (file: string) => endsWith(file, ".xyz");

/** Gives each column a name of its own. */
function uniqueNames(names: Row): string[] {
  const counts = new Map<string, number>();
  return names.map((name, index) => {
    const base = name.trim() === "" ? `column ${index + 1}` : name;
    let unique = base;
    let count = counts.get(base) ?? 0;
    while (counts.has(unique)) {
      count += 1;
      unique = `${base}_${count}`;
    }
    counts.set(base, count);
    counts.set(unique, counts.get(unique) ?? 0);
    return unique;
  });
}

/** Splits a text into rows. Empty lines are rows, so that the numbers of rows are those of a spreadsheet. @param preview rows to read; 0: all */
export async function readRows(text: string, delimiter: string, preview = 0): Promise<Row[]> {
  const { default: papa } = await import("papaparse");
  const isSpaced = delimiter === " ";
  const prepared = isSpaced ? text.replace(/[ \t]+/g, " ").replace(/^ | $/gm, "") : text;
  return papa.parse<string[]>(prepared, { delimiter, preview, skipEmptyLines: false }).data;
}

/** Returns whether a row has any text. */
export const isFilled = (row: Row) => row.some((cell) => cell.trim() !== "");

function findNamed(rows: readonly Row[], delimiter: string): Table | null {
  for (const [index, names] of rows.slice(0, MOST_PREAMBLE).entries()) {
    const header = uniqueNames(names);
    const sample = rows.slice(index + 1).filter((row) => row.length === header.length && isFilled(row));
    const columns = findColumns(header, sample);
    if (columns) return { delimiter, header, firstRow: index + 1, columns, sample };
  }
  return null;
}

/** Finds a table whose header doesn't name coordinates, or that has no header. */
function findUnnamed(rows: readonly Row[], delimiter: string, file: string): Table | null {
  const first = rows.findIndex((row) => isFilled(row) && !row[0]?.startsWith("#"));
  const [names = [], ...others] = rows.slice(Math.max(0, first)).filter(isFilled);
  const isNumber = (cell: string | undefined) => Number.isFinite(readCoordinate(cell, "longitude"));
  const isDetailed = (cell: string | undefined) => isXyz(file) || DETAILED.test(cell?.trim() ?? "");
  const hasHeader = !names.some(isNumber);
  const sample = hasHeader ? others : [names, ...others];
  if (sample.length === 0 || sample.some((row) => row.length !== names.length)) return null;
  const isCoordinate = (index: number) => sample.every((row) => isNumber(row[index])) && sample.some((row) => isDetailed(row[index]));
  if (names.filter((_name, index) => isCoordinate(index)).length < 2) return null;
  const known = isXyz(file) ? ["longitude", "latitude", "depth"] : [];
  const header = hasHeader ? uniqueNames(names) : names.map((_name, index) => known[index] ?? `column ${index + 1}`);
  const columns = isXyz(file) && !hasHeader ? { longitude: "longitude", latitude: "latitude" } : null;
  return { delimiter, header, firstRow: first + Number(hasHeader), columns, sample };
}

const widest = (tables: readonly (Table | null)[]) =>
  tables.reduce((best, table) => (table && (!best || table.header.length > best.header.length) ? table : best), null);

/** Finds delimiter, header and coordinates of a table. @returns null for text without coordinates */
export async function findTable(file: string, text: string): Promise<Table | null> {
  const start = text.slice(0, START_CHARACTERS);
  const given = SEPARATOR_LINE.exec(start)?.[1];
  const isSpaced = isXyz(file) || endsWith(file, ".txt");
  const delimiters = given === undefined ? [...DELIMITERS, ...(isSpaced ? [" "] : [])] : [given];
  const read = async (delimiter: string) => {
    const rows = await readRows(start, delimiter, SAMPLE_ROWS);
    // The last row may be cut.
    return { delimiter, rows: text.length > start.length && rows.length > 1 && rows.length < SAMPLE_ROWS ? rows.slice(0, -1) : rows };
  };
  const readings = await Promise.all(delimiters.map(read));
  const named = widest(readings.map(({ rows, delimiter }) => findNamed(rows, delimiter)));
  return named ?? widest(readings.map(({ rows, delimiter }) => findUnnamed(rows, delimiter, file)));
}
