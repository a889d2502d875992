import type { Comparison } from "./compare";

export type ComparisonStats = ReturnType<typeof comparisonStats>;

export function comparisonStats({ added, changed, removed, sameCount }: Comparison) {
  const kept = changed.length + sameCount;
  return {
    isSame: added.length + changed.length + removed.length === 0,
    bytesToSend: [added, changed].flat().reduce((sum, { file }) => sum + file.size, 0),
    losesIndex: removed.includes("index.html"),
    /** True when the user probably chose only the changed files. */
    losesMost: removed.length > kept,
  };
}
