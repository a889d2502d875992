/**
 * Arrays in PostgreSQL's text form. node-postgres makes them too, value by value and recursively,
 * which for hundreds of thousands of rows takes longer than PostgreSQL does.
 */
function literal<Row>(rows: readonly Row[], write: (row: Row) => string | number): string {
  let text = "{";
  for (let index = 0; index < rows.length; index += 1) text += index === 0 ? write(rows[index] as Row) : `,${write(rows[index] as Row)}`;
  return `${text}}`;
}

export const ArrayLiteral = {
  ofNumbers: <Row>(rows: readonly Row[], read: (row: Row) => number): string => literal(rows, read),
  ofBooleans: <Row>(rows: readonly Row[], read: (row: Row) => boolean): string => literal(rows, (row) => (read(row) ? "t" : "f")),
  ofTexts: <Row>(rows: readonly Row[], read: (row: Row) => string): string =>
    literal(rows, (row) => `"${read(row).replace(/["\\]/g, "\\$&")}"`),
};
