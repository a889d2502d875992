import type { z } from "zod";

/** Returns a value that {@link writeStored} has stored; undefined when it is missing or invalid, or the storage is forbidden. */
export function readStored<Value>(storage: Storage, key: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; null removes it. A full or forbidden storage only costs what a reload would have restored. */
export function writeStored(storage: Storage, key: string, value: object | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // The value is lost with the page.
  }
}
