import type { Position } from "geojson";
import { readPair } from "../../lib/data-maps/formats/coordinate-text";

const DECIMALS = 5;

/**
 * Reads coordinates such as `60.39, 5.32`, `60°23.4'N 005°19.2'E` and `60 23 24 N 5 19 12 E`. Without directions, latitude is first.
 * @returns longitude and latitude, or null for other text
 */
export function parseCoordinates(text: string): Position | null {
  const plain = text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/(?<=\d[^A-Za-z]*)Ø/gi, "E");
  const pair = readPair(plain, false) ?? (/[NSEW]/i.test(plain) ? readPair(plain, true) : null);
  if (!pair) return null;
  const [longitude, latitude] = pair;
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? pair : null;
}

/** Returns the text of a place, such as `60.39, 5.32`. */
export function placeText([longitude = 0, latitude = 0]: Position): string {
  return [latitude, longitude].map((value) => Number(value.toFixed(DECIMALS))).join(", ");
}
