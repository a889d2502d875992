/**
 * The beginning of a text, for a list: cut at so many characters, then "...".
 * Counts what people see as characters, so no emoji or accented letter is cut in two.
 */
export function previewText(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}...` : text;
}
