import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "./data-file";

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
export function checkShape(file: string, text: string): void {
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
