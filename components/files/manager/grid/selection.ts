import type { FileItem } from "@/lib/files/schema";

/** Selected items of a folder and the active row. Rows are counted from 0 in display order. */
export interface Selection {
  chosen: ReadonlyMap<string, FileItem>;
  active: number;
  anchor: number;
}

export const nothingChosen: Selection = { chosen: new Map(), active: 0, anchor: 0 };

const byPath = (items: Iterable<FileItem>): [string, FileItem][] => Array.from(items, (item) => [item.path, item]);

export function goTo(selection: Selection, index: number): Selection {
  return { ...selection, active: index, anchor: index };
}

export function chooseOnly(index: number, item: FileItem): Selection {
  return { chosen: new Map([[item.path, item]]), active: index, anchor: index };
}

export function toggle({ chosen }: Selection, index: number, item: FileItem): Selection {
  const next = new Map(chosen);
  if (!next.delete(item.path)) next.set(item.path, item);
  return { chosen: next, active: index, anchor: index };
}

export function rangeTo({ anchor }: Selection, to: number): { from: number; to: number } {
  return { from: Math.min(anchor, to), to: Math.max(anchor, to) };
}

/** Selects a range from the anchor. @param keeps adds the range to the selection */
export function chooseRange({ chosen, anchor }: Selection, to: number, items: readonly FileItem[], keeps: boolean): Selection {
  return { chosen: new Map([...(keeps ? chosen : []), ...byPath(items)]), active: to, anchor };
}

export function chooseAll(selection: Selection, items: readonly FileItem[]): Selection {
  return { ...selection, chosen: new Map(byPath(items)) };
}

export function clear(selection: Selection): Selection {
  return selection.chosen.size === 0 ? selection : { ...selection, chosen: new Map() };
}

export function chosenBytes({ chosen }: Selection): number {
  let bytes = 0;
  for (const { size } of chosen.values()) bytes += size;
  return bytes;
}

/** Returns the items that an action on a row affects: the selection if it includes the row, else only the row. */
export function targetsOf({ chosen }: Selection, item: FileItem): FileItem[] {
  return chosen.has(item.path) ? [...chosen.values()] : [item];
}
