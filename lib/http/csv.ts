import { type Options, stringify } from "csv-stringify/sync";
import { contentDisposition } from "./content-disposition";

type Row = (string | null | undefined)[];

/** Without it, Excel reads a file in the encoding of the machine. */
const BYTE_ORDER_MARK = "\ufeff";

const FORMAT: Options = {
  record_delimiter: "windows",
  // With this delimiter, a lone CR or LF is quoted as well.
  quote_record_delimiter: true,
  // A spreadsheet would run a name that begins with `=` as a formula.
  escape_formulas: true,
};

/**
 * Returns rows as CSV for spreadsheets (RFC 4180). csv-stringify is small, has no dependencies, and knows the formulas of several
 * spreadsheets.
 */
export function toCsv(header: readonly string[], rows: readonly Row[]): string {
  return BYTE_ORDER_MARK + stringify([[...header], ...rows], FORMAT);
}

/** Yields batches of rows as CSV, as `toCsv`. The first part has the header and the first batch, so that an error of it comes before any bytes. */
export async function* writeCsv(header: readonly string[], batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of batches) {
    yield isFirst ? toCsv(header, rows) : stringify(rows, FORMAT);
    isFirst = false;
  }
  if (isFirst) yield toCsv(header, []);
}

/** Returns the headers of an answer that a browser stores as a file. */
export function csvHeaders(name: string): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Disposition": contentDisposition("attachment", name),
    "Content-Type": "text/csv; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  };
}
