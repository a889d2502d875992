import type { FileTable } from "./file-table";
import type { StoredPack } from "./plan-store";

/** How a folder stands to what it was when its upload began, in numbers of files. */
export interface FolderChanges {
  added: number;
  changed: number;
  removed: number;
}

export interface MatchedPacks {
  /** Packs all of whose files are as they were, with the numbers that these have now. */
  kept: { pack: StoredPack; files: Uint32Array }[];
  /** The others: what was sent of them is of no use. */
  dropped: StoredPack[];
  changes: FolderChanges;
}

/**
 * Looks for the packs of an earlier upload in the folder as it is now.
 * @param wanted tells whether a file is to be uploaded at all
 */
export function matchPacks(table: FileTable, stored: readonly StoredPack[], wanted: (number: number) => boolean): MatchedPacks {
  const matched: MatchedPacks = { kept: [], dropped: [], changes: { added: 0, changed: 0, removed: 0 } };
  const known = new Set<number>();
  for (const pack of stored) {
    const same = findSame(table, pack, known, matched.changes);
    if (same.length === pack.paths.length && same.every(wanted)) matched.kept.push({ pack, files: Uint32Array.from(same) });
    else matched.dropped.push(pack);
  }
  for (const [number, path] of table.paths.entries()) if (path !== null && !known.has(number)) matched.changes.added += 1;
  return matched;
}

/** @returns numbers of the files of a pack that are as they were; the others are counted, and all that are there noted */
function findSame(table: FileTable, { paths, sizes, times }: StoredPack, known: Set<number>, changes: FolderChanges): number[] {
  const same: number[] = [];
  for (const [place, path] of paths.entries()) {
    const number = table.find(path);
    if (number === undefined) {
      changes.removed += 1;
      continue;
    }
    known.add(number);
    if (table.sizes[number] === sizes[place] && table.times[number] === times[place]) same.push(number);
    else changes.changed += 1;
  }
  return same;
}
