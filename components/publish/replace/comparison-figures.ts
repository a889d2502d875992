import type { Comparison } from "./compare";

export type ComparisonFigures = ReturnType<typeof comparisonFigures>;

export function comparisonFigures({ added, changed, removed, sameCount }: Comparison) {
  const kept = changed.length + sameCount;
  return {
    isSame: added.length + changed.length + removed.length === 0,
    bytesToSend: [added, changed].flat().reduce((sum, { file }) => sum + file.size, 0),
    losesIndex: removed.includes("index.html"),
    /** As when only the changed files were chosen. */
    losesMost: removed.length > kept,
  };
}
