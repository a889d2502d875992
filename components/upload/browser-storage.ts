import type { z } from "zod";

/** Returns a value stored by {@link writeStored}. Undefined when it is missing or invalid, or storage is blocked. */
export function readStored<Value>(storage: Storage, key: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; null removes it. Ignores a full or blocked storage: only a reload needs the value. */
export function writeStored(storage: Storage, key: string, value: object | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // A reload loses the value.
  }
}
