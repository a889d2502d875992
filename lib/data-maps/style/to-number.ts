/** Codes such as 0123 are no numbers. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns the number that a value is, or is the text of; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : null;
}
