/** Starts a value of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = "\x1e";
/** Strings (also one without an end, so that no quote is read twice), what JSON of Python and JavaScript has in place of numbers, and commas before a bracket. */
const FAULTS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])/g;

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function repair(found: string): string {
  if (found.startsWith('"')) return found;
  return found === "," ? "" : "null";
}

/** Reads JSON with NaN, which becomes null, and with trailing commas. @returns undefined for other text */
export function repairJson(text: string): unknown {
  return parse(text.replace(FAULTS, repair))?.value;
}

/** Reads one value on each line, or after each record separator. @returns null when the first one isn't JSON, or is alone */
export function readJsonLines(text: string): { values: unknown[]; broken: number[] } | null {
  const isSequence = text.trimStart().startsWith(RECORD_SEPARATOR);
  const records = text.split(isSequence ? RECORD_SEPARATOR : "\n").filter((record) => record.trim() !== "");
  const values: unknown[] = [];
  const broken: number[] = [];
  for (const [index, record] of records.entries()) {
    const parsed = parse(record);
    const value = parsed ? parsed.value : repairJson(record);
    if (value !== undefined) values.push(value);
    else if (index === 0) return null;
    else broken.push(index + 1);
  }
  return values.length === 0 || (records.length === 1 && !isSequence) ? null : { values, broken };
}
