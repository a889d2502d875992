/** Millimetres of a point of typography. */
export const POINT_MM = 25.4 / 72;

/** Returns the width of a text in millimetres. @param size points */
export type MeasureText = (text: string, size: number, isBold?: boolean) => number;

/** Returns the height of a line in millimetres. @param size points */
export const lineHeight = (size: number) => 1.4 * size * POINT_MM;

interface Room {
  /** Millimetres. */
  width: number;
  /** Lines. */
  most: number;
  size: number;
  isBold?: boolean;
}

/** Returns a text that fits a width, with "…" if it is cut. */
function cutText(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...text];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(`${letters.slice(0, middle).join("").trimEnd()}…`)) least = middle;
    else most = middle - 1;
  }
  return `${letters.slice(0, least).join("").trimEnd()}…`;
}

/** Returns the lines of a text, broken at spaces. The last one is cut if there would be more. */
export function wrapText(text: string, { width, most, size, isBold = false }: Room, measure: MeasureText): string[] {
  const fits = (line: string) => measure(line, size, isBold) <= width;
  const lines: string[] = [];
  let rest = text.trim();
  while (lines.length < most - 1 && !fits(rest)) {
    const words = rest.split(/\s+/);
    let count = words.length - 1;
    while (count > 0 && !fits(words.slice(0, count).join(" "))) count -= 1;
    if (count === 0) break;
    lines.push(words.slice(0, count).join(" "));
    rest = words.slice(count).join(" ");
  }
  return [...lines, cutText(rest, fits)];
}
