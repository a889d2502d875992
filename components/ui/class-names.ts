import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// The shadows are ours; without their names a caller's `shadow-none` would stand beside them.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ["low", "pop", "dialog"] } } });

/** Joins class names; of two that set the same property the later one stays. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
