import type { Feature, Geometry } from "geojson";
import { quoteName } from "../../archives/refusals";
import { readCoordinate, readPair } from "./coordinate-text";
import { type Columns, isGeometryText, isLongitudeFirst } from "./csv-columns";
import { checkShape } from "./csv-shape";
import { findTable, isFilled, type Row, readRows, type Table } from "./csv-table";
import { DataRefusedError } from "./data-file";
import { LeftOut } from "./left-out";
import type { ParsedText } from "./parsed-text";
import { isWkb, readWkb } from "./wkb";
import { readWkt, startOfWkt } from "./wkt";

const QUESTION_ROWS = 5;

function readGeoJson(text: string): Geometry | null {
  try {
    const value = JSON.parse(text);
    return value?.type === "Feature" ? value.geometry : value;
  } catch {
    return null;
  }
}

function readGeometry(text: string, column: string): Geometry | null {
  if (text.trimStart().startsWith("{")) return readGeoJson(text);
  if (isWkb(text)) return readWkb(text)?.geometry ?? null;
  if (isGeometryText(text)) return readWkt(text);
  const coordinates = readPair(text, isLongitudeFirst(column));
  return coordinates && { type: "Point", coordinates };
}

/** Returns a function that reads the geometry of a row, and names of columns that are no attributes. */
function geometryReader(header: readonly string[], columns: Columns) {
  if ("geometry" in columns) {
    const place = header.indexOf(columns.geometry);
    return { read: (row: Row) => readGeometry(row[place] ?? "", columns.geometry), used: [columns.geometry] };
  }
  const { longitude, latitude } = columns;
  const [x, y] = [header.indexOf(longitude), header.indexOf(latitude)];
  const read = (row: Row): Geometry | null => {
    const coordinates = [readCoordinate(row[x], "longitude"), readCoordinate(row[y], "latitude")];
    return coordinates.every(Number.isFinite) ? { type: "Point", coordinates } : null;
  };
  return { read, used: [longitude, latitude] };
}

/** @throws DataRefusedError for a table whose rows have more cells than its header, such as unquoted decimal commas */
function checkWidths(file: string, rows: readonly Row[], { header, firstRow }: Table): void {
  const isWide = (row: Row) => row.slice(header.length).some((cell) => cell.trim() !== "");
  const wide = rows.filter(isWide).length;
  if (wide * 2 <= rows.filter(isFilled).length) return;
  const row = rows.findIndex(isWide);
  throw new DataRefusedError(
    `Row ${firstRow + row + 1} of ${quoteName(file)} has ${rows[row]?.length} values, but the header has ${header.length}. Put values with commas into quotes, and upload the file again.`,
  );
}

function toFeatures(rows: readonly Row[], table: Table, columns: Columns): ParsedText {
  const { header, firstRow } = table;
  const { read, used } = geometryReader(header, columns);
  const attributes = [...header.entries()].filter(([, name]) => !used.includes(name));
  const leftOut = new LeftOut("row");
  const features: Feature[] = [];
  const numbers: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (!isFilled(row)) continue;
    leftOut.total += 1;
    const number = firstRow + index + 1;
    const geometry = read(row);
    if (!geometry) leftOut.add(number, "no coordinates");
    else {
      features.push({ type: "Feature", properties: Object.fromEntries(attributes.map(([at, name]) => [name, row[at] ?? ""])), geometry });
      numbers.push(number);
    }
  }
  return { features, numbers, leftOut };
}

/** Returns the number of the projection that the first EWKT or EWKB of a column names. */
function projectionOf(rows: readonly Row[], header: readonly string[], columns: Columns): string | undefined {
  if (!("geometry" in columns)) return undefined;
  const place = header.indexOf(columns.geometry);
  const first = rows.find((row) => row[place]?.trim())?.[place];
  if (first === undefined) return undefined;
  return isWkb(first) ? readWkb(first)?.projection : startOfWkt(first)?.projection;
}

/** Says which columns have no coordinates, and an example. */
export function noCoordinates(file: string, { columns, example }: ParsedText): DataRefusedError {
  const names = Object.values(columns ?? {});
  const quoted = names.map((name) => quoteName(name.trim())).join(" and ");
  const such = example ? `: row ${example.row} has ${quoteName(example.text)}` : "";
  return new DataRefusedError(
    `No row of ${quoteName(file)} has numbers in its column${names.length === 1 ? "" : "s"} ${quoted}${such}. Repair or rename them, and upload it again.`,
  );
}

/**
 * Returns a feature for each row of a table that has coordinates. The viewer finds the table the same way.
 * @param given columns of the coordinates; found by name and content otherwise @returns null for other text @throws DataRefusedError
 */
export async function parseCsv(file: string, text: string, given?: Columns): Promise<ParsedText | null> {
  checkShape(file, text);
  const table = await findTable(file, text);
  if (!table) return null;
  const columns = given ?? table.columns;
  if (!columns) {
    const rows = table.sample.slice(0, QUESTION_ROWS).map((row) => [...row]);
    const question = { kind: "columns" as const, columns: table.header, rows };
    return { features: [], leftOut: new LeftOut("row"), question };
  }
  const rows = (await readRows(text, table.delimiter)).slice(table.firstRow);
  checkWidths(file, rows, table);
  const parsed = toFeatures(rows, table, columns);
  const place = table.header.indexOf("geometry" in columns ? columns.geometry : columns.longitude);
  const row = rows.findIndex((cells) => cells[place]?.trim());
  const example = row < 0 ? undefined : { row: table.firstRow + row + 1, text: rows[row]?.[place] ?? "" };
  return { ...parsed, columns, example, projection: projectionOf(rows, table.header, columns) };
}
