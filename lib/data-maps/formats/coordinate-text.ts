/** Longer cells are no coordinates. Patterns take no time for shorter ones. */
const MOST_CHARACTERS = 80;
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
/** Separators of thousands are clear only before a decimal separator of another kind. */
const THOUSANDS = /^[+-]?\d{1,3}(?:(?:\.\d{3})+,|(?:,\d{3})+\.|(?:[' \u00a0\u202f]\d{3})+[.,])\d+$/;
const DEGREE_MARKS = /[°º˚'’′‘´"”″“:\s]+|deg|min|sec|[dms]/i;
const HAS_MARK = /[°º˚:dNSEW]/i;

const toNumber = (text: string) => Number(text.replace(",", "."));

/** Reads degrees, minutes and seconds: `9°59'37"E`, `N 53 33.07`, `53:33:04`. @param letters of the directions, the negative one last */
function readDegrees(text: string, letters: string): number {
  const direction = /^[NSEW]|[NSEW]$/i.exec(text)?.[0].toUpperCase();
  if (!HAS_MARK.test(text) || (direction !== undefined && !letters.includes(direction))) return Number.NaN;
  const plain = direction === undefined ? text : text.replace(/^[NSEW]|[NSEW]$/i, "").trim();
  const parts = plain
    .replace(/^[+-]\s*/, "")
    .split(DEGREE_MARKS)
    .filter(Boolean);
  if (parts.length === 0 || parts.length > 3 || !parts.every((part) => /^\d+([.,]\d+)?$/.test(part))) return Number.NaN;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(toNumber);
  if (minutes >= 60 || seconds >= 60) return Number.NaN;
  return (direction === letters[1] || plain.startsWith("-") ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600);
}

/** Reads a coordinate of a table: a number with a decimal point or comma, or degrees with minutes. NaN for other text. */
export function readCoordinate(text: string | undefined, axis: "longitude" | "latitude"): number {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "" || trimmed.length > MOST_CHARACTERS) return Number.NaN;
  if (NUMBER.test(trimmed)) return toNumber(trimmed);
  if (THOUSANDS.test(trimmed)) {
    const [decimals = ""] = /\d+$/.exec(trimmed) ?? [];
    return Number(`${trimmed.slice(0, -decimals.length).replace(/[^\d+-]/g, "")}.${decimals}`);
  }
  return readDegrees(trimmed, axis === "longitude" ? "EW" : "NS");
}

/** Splits `53.55, 9.99`, `53,55; 9,99`, `53.55 9.99` and `N53°33' E9°59'`. */
function splitPair(text: string): string[] {
  if (text.includes(";")) return text.split(";");
  if (/,\s/.test(text)) return text.split(/,\s+/);
  if (text.split(",").length === 2) return text.split(",");
  const parts = text.split(/\s+/);
  if (parts.length === 2) return parts;
  return text.split(/^[NSEW]/i.test(text) ? /(?<=[^NSEW])(?=[NSEW])/i : /(?<=[NSEW])/i);
}

/** Reads a cell with both coordinates. @param isLongitudeFirst as the name of the column says @returns null for other text */
export function readPair(text: string, isLongitudeFirst: boolean): [number, number] | null {
  if (text.length > 2 * MOST_CHARACTERS) return null;
  const [first = "", second = ""] = splitPair(text.replace(/[()[\]]/g, "").trim());
  const [longitude, latitude] = isLongitudeFirst ? [first, second] : [second, first];
  const pair: [number, number] = [readCoordinate(longitude, "longitude"), readCoordinate(latitude, "latitude")];
  return pair.every(Number.isFinite) ? pair : null;
}
