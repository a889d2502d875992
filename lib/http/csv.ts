import { type Options, stringify } from "csv-stringify/sync";

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
 * Yields rows as CSV for spreadsheets (RFC 4180); the first part has the header.
 * csv-stringify is small, has no dependencies, and knows the formulas of several spreadsheets.
 */
export async function* writeCsv(header: readonly string[], batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + stringify([[...header]], FORMAT);
  for await (const rows of batches) {
    yield start + stringify(rows, FORMAT);
    start = "";
  }
  if (start !== "") yield start;
}
