import type { Comparison } from "@/components/replace-map/compare";

/** What a person should know of a comparison before saying yes. */
export interface ComparisonFigures {
  /** Nothing differs. */
  isSame: boolean;
  /** Bytes of the files that are new or changed. */
  bytesToSend: number;
  /** The map opens with index.html, and would have none. */
  losesIndex: boolean;
  /** Most files of the map are not in the folder, as when somebody chose only the files that changed. */
  losesMost: boolean;
}

export function comparisonFigures({ added, changed, removed, sameCount }: Comparison): ComparisonFigures {
  const kept = changed.length + sameCount;
  return {
    isSame: added.length + changed.length + removed.length === 0,
    bytesToSend: [added, changed].flat().reduce((sum, { file }) => sum + file.size, 0),
    losesIndex: removed.includes("index.html"),
    losesMost: removed.length > kept,
  };
}
