import { stripVTControlCharacters } from "node:util";
import { logger } from "../../lib/logging/logger";

const MARK = /^[⨯⚠✓○»\s]+/u;

function wordsOf(values: readonly unknown[]): string {
  const words = values.filter((value) => typeof value === "string" || typeof value === "number").join(" ");
  return stripVTControlCharacters(words).replace(MARK, "").trim();
}

/** Logs console output: Next prints the errors of its pages there. Returns a function that undoes it. */
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
