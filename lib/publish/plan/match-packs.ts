import type { FileTable } from "./file-table";
import type { StoredPack } from "./plan-store";

/** Numbers of files. */
export interface FolderChanges {
  added: number;
  changed: number;
  removed: number;
}

interface MatchedPacks {
  /** Unchanged packs, with the current numbers of their files. */
  kept: { pack: StoredPack; files: Uint32Array }[];
  dropped: StoredPack[];
  changes: FolderChanges;
}

/** Finds the packs of an earlier upload in the current folder. @param wanted returns whether to upload a file */
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

/** @returns numbers of the unchanged files; counts the others, and adds the known numbers to `known` */
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
