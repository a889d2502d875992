import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "./data-file";

/** White space that no program writes. Patterns of togeojson take quadratic time for it. */
const LONG_SPACE = /(?<!\s)\s{100,}/g;
const START_CHARACTERS = 64 * 1024;
/** A document type without entities, which is only a name. */
const PLAIN_DOCTYPE = /<!DOCTYPE[^<>[]{0,1000}>/i;
const COORDINATES = /(<(?:coordinates|(?:gx:)?coord)>)([^<]*)/g;
const USED_PREFIXES = /<([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+=["']/g;
const DECLARED_PREFIXES = /\sxmlns:([\w.-]+)=/g;
/** Each is searched in every way point. */
const MOST_DECLARED = 20;
const GX = "http://www.google.com/kml/ext/2.2";

/** Removes the prefix of the names of a format: `<kml:Placemark>`. */
function removePrefix(text: string, format: string): string {
  const root = new RegExp(`<([A-Za-z_][\\w.-]{0,40}):${format}[\\s>]`).exec(text.slice(0, START_CHARACTERS));
  const prefix = root?.[1];
  if (prefix === undefined) return text;
  return text.replaceAll(`<${prefix}:`, "<").replaceAll(`</${prefix}:`, "</");
}

/** Declares the prefixes of extensions that a program has forgotten to declare. */
function declarePrefixes(text: string, format: string): string {
  const known = new Set(["xml", "xmlns"]);
  for (const match of text.matchAll(DECLARED_PREFIXES)) known.add(match[1] ?? "");
  const missing = new Set<string>();
  for (const [, element, attribute] of text.matchAll(USED_PREFIXES)) {
    const prefix = element ?? attribute ?? "";
    if (!known.has(prefix) && missing.size < MOST_DECLARED) missing.add(prefix);
  }
  const declarations = [...missing].map((prefix) => ` xmlns:${prefix}="${prefix === "gx" ? GX : `urn:undeclared:${prefix}`}"`);
  return missing.size === 0 ? text : text.replace(new RegExp(`<${format}(?=[\\s>])`, "i"), (start) => start + declarations.join(""));
}

/** Positions with spaces after their commas are one: `9.9, 53.5, 0`. */
function joinPositions(text: string): string {
  return text.replace(
    COORDINATES,
    (_all, tag: string, positions: string) =>
      tag +
      positions
        .replace(/\s*,\s*/g, ",")
        .replace(/\s+/g, " ")
        .trim(),
  );
}

/** Removes a document type that is only a name. @throws DataRefusedError for entities */
export function withoutDoctype(file: string, text: string): string {
  const plain = text.replace(PLAIN_DOCTYPE, "");
  // Entities can expand to any size, and name files. No program writes them into these formats.
  if (!/<!DOCTYPE/i.test(plain)) return plain;
  throw new DataRefusedError(
    `${quoteName(file)} declares a document type (DOCTYPE) with entities, which isn't supported. Remove it, and upload the file again.`,
  );
}

/** Returns KML or GPX that parsers and togeojson can read, of what programs write. @throws DataRefusedError for entities */
export function prepareXml(file: string, text: string, format: "kml" | "gpx"): string {
  const plain = withoutDoctype(file, text.replace(LONG_SPACE, "\n"));
  return joinPositions(declarePrefixes(removePrefix(plain, format), format));
}
