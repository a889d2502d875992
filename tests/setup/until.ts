import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for a thing that tells nobody when it happens, by looking again and again.
 * @param what what is waited for, for the message
 * @throws Error when it has not happened within the limit
 */
export async function until(what: string, happened: () => boolean | Promise<boolean>, limitMs = 30_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await happened())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}`);
    await pause(25);
  }
}
