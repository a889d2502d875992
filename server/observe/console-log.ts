import { stripVTControlCharacters } from "node:util";
import { logger } from "../../lib/logging/logger";

/** What Next puts before its own lines. */
const MARK = /^[⨯⚠✓○»\s]+/u;

/** The words of a line. Objects are not shown: nobody knows what they hold. */
function wordsOf(values: readonly unknown[]): string {
  const words = values.filter((value) => typeof value === "string" || typeof value === "number").join(" ");
  return stripVTControlCharacters(words).replace(MARK, "").trim();
}

/**
 * Lets what is written to the console become lines of the log: Next knows no other place for the errors of its pages. Each line then
 * has the id of its request, and no secrets.
 * @returns undoes it
 */
export function logConsole(): () => void {
  const { error, warn } = console;
  for (const [name, level] of [
    ["error", "error"],
    ["warn", "warn"],
  ] as const) {
    console[name] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      logger[level]({ ...(err && { err }) }, wordsOf(values) || (err?.message ?? "console"));
    };
  }
  return () => Object.assign(console, { error, warn });
}
