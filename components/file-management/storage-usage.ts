import type { StorageStats } from "@/lib/files/platform/schema";

type Tone = "success" | "warning" | "danger";

/** How full the storage is, by the specification's bounds (000 §9): red above 90, yellow above 70, otherwise green. */
export function usageOf({ used, total }: Pick<StorageStats, "used" | "total">): { percent: number; tone: Tone; words: string } {
  const percent = total > 0 ? (used / total) * 100 : 0;
  if (percent > 90) return { percent, tone: "danger", words: "almost full" };
  if (percent > 70) return { percent, tone: "warning", words: "filling up" };
  return { percent, tone: "success", words: "enough room" };
}
