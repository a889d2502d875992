import type { FileItem, FolderPage } from "@/lib/files/schema";

export const PAGE_ROWS = 500;

export interface FolderPages {
  revision: string | null;
  total: number | null;
  pages: ReadonlyMap<number, readonly FileItem[]>;
  /** True while rows are from an earlier load. The first new page replaces them. */
  isStale: boolean;
}

export const noPages: FolderPages = { revision: null, total: null, pages: new Map(), isStale: false };

/** Returns the listing with the pages of an answer. Drops pages of another revision, because rows of two revisions don't fit together. */
export function takePages(held: FolderPages, first: number, answer: Pick<FolderPage, "items" | "total" | "revision">): FolderPages {
  const { items, total, revision } = answer;
  const pages = new Map(!held.isStale && held.revision === revision ? held.pages : []);
  for (let from = 0; from === 0 || from < items.length; from += PAGE_ROWS)
    pages.set(first + from / PAGE_ROWS, items.slice(from, from + PAGE_ROWS));
  return { revision, total, pages, isStale: false };
}

export function markStale(held: FolderPages): FolderPages {
  return held.total === null ? noPages : { ...held, isStale: true };
}

export function itemAt(held: FolderPages, index: number): FileItem | undefined {
  return held.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
}

/** Returns the missing pages of rows `from` to `to`, both included. A stale listing lacks all pages, an unknown one its first. */
export function missingPages(held: FolderPages, from: number, to: number): number[] {
  const last = Math.min(to, (held.isStale ? Number.POSITIVE_INFINITY : (held.total ?? 1)) - 1);
  const missing: number[] = [];
  for (let page = Math.floor(Math.max(0, from) / PAGE_ROWS); page * PAGE_ROWS <= last; page += 1) {
    if (held.isStale || !held.pages.has(page)) missing.push(page);
  }
  return missing;
}

/** Returns the loaded rows between `from` and `to`, both included. */
export function itemsBetween(held: FolderPages, from: number, to: number): FileItem[] {
  const items: FileItem[] = [];
  for (let index = Math.max(0, from); index <= Math.min(to, (held.total ?? 0) - 1); index += 1) {
    const item = itemAt(held, index);
    if (item) items.push(item);
  }
  return items;
}

/** Returns the index of the first loaded row that passes, searching from `from` and then from the start; -1 for none. */
export function findIndex(held: FolderPages, from: number, passes: (item: FileItem) => boolean): number {
  const total = held.total ?? 0;
  for (let step = 0; step < total; step += 1) {
    const index = (from + step) % total;
    const item = itemAt(held, index);
    if (item && passes(item)) return index;
  }
  return -1;
}
