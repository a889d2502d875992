import { setTimeout as pause } from "node:timers/promises";

/**
 * Polls until a condition is true.
 * @param what the condition in words, for the error message
 * @throws Error when the limit is over
 */
export async function until(what: string, happened: () => boolean | Promise<boolean>, limitMs = 120_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await happened())) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${limitMs / 1000} s: ${what}`);
    await pause(25);
  }
}
