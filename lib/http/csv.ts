import { type Options, stringify } from "csv-stringify/sync";

/** Without it, Excel reads a file in the encoding of the machine. */
export const BYTE_ORDER_MARK = "\ufeff";

const FORMAT: Options = {
  record_delimiter: "windows",
  // With this delimiter, a lone CR or LF is quoted as well.
  quote_record_delimiter: true,
  // A spreadsheet would run a name that begins with `=` as a formula.
  escape_formulas: true,
};

/** csv-stringify is small, has no dependencies, and knows RFC 4180 and the formulas of several spreadsheets. */
export function toCsv(rows: readonly (string | null | undefined)[][]): string {
  return stringify([...rows], FORMAT);
}
