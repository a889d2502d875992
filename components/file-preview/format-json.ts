const isPlain = (value: unknown) => typeof value !== "object" || value === null;

function write(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  // A list of numbers is a position more often than not: a line for each would say less, and be no shorter.
  if (isList && value.every(isPlain)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const deeper = `${indent}  `;
  const parts = isList
    ? value.map((item) => deeper + write(item, deeper))
    : Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${write(item, deeper)}`);
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** From here on a line is longer than anybody writes by hand: the text was made to be short, not to be read. */
const LONG_LINE = 400;

/**
 * @param value what the text says, from JSON.parse
 * @returns the text with line breaks and indents if it has few of its own; as it is otherwise
 */
export function formatJson(text: string, value: unknown): string {
  if (text.length / text.split("\n").length < LONG_LINE) return text;
  try {
    return `${write(value, "")}\n`;
  } catch {
    // Nested deeper than anything can follow.
    return text;
  }
}
