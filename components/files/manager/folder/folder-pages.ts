import type { FileItem, FolderPage } from "@/lib/files/schema";

export const PAGE_ROWS = 500;

/** What is here of a folder's listing, which may be long: pages come as they are looked at. */
export interface FolderPages {
  revision: string | null;
  total: number | null;
  pages: ReadonlyMap<number, readonly FileItem[]>;
  /** The rows are those of before, and go as soon as the first new ones come. */
  isStale: boolean;
}

export const noPages: FolderPages = { revision: null, total: null, pages: new Map(), isStale: false };

/** @returns the listing with one more page. Pages of another revision are dropped: rows of two states do not belong together. */
export function takePage(held: FolderPages, page: number, answer: Pick<FolderPage, "items" | "total" | "revision">): FolderPages {
  const belongs = !held.isStale && held.revision === answer.revision;
  const pages = new Map(belongs ? held.pages : []);
  pages.set(page, answer.items);
  return { revision: answer.revision, total: answer.total, pages, isStale: false };
}

export function takeWhole({ items, total, revision }: Pick<FolderPage, "items" | "total" | "revision">): FolderPages {
  const pages = new Map<number, readonly FileItem[]>();
  for (let from = 0; from < items.length; from += PAGE_ROWS) pages.set(from / PAGE_ROWS, items.slice(from, from + PAGE_ROWS));
  return { revision, total, pages, isStale: false };
}

export function markStale(held: FolderPages): FolderPages {
  return held.total === null ? noPages : { ...held, isStale: true };
}

export function itemAt(held: FolderPages, index: number): FileItem | undefined {
  return held.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
}

/** @returns numbers of the pages that rows `from` to `to`, both included, lack. A stale listing lacks all of them, an unknown one the first. */
export function missingPages(held: FolderPages, from: number, to: number): number[] {
  const last = Math.min(to, (held.isStale ? Number.POSITIVE_INFINITY : (held.total ?? 1)) - 1);
  const missing: number[] = [];
  for (let page = Math.floor(Math.max(0, from) / PAGE_ROWS); page * PAGE_ROWS <= last; page += 1) {
    if (held.isStale || !held.pages.has(page)) missing.push(page);
  }
  return missing;
}

/** @returns rows `from` to `to`, both included, as far as they are here */
export function itemsBetween(held: FolderPages, from: number, to: number): FileItem[] {
  const items: FileItem[] = [];
  for (let index = Math.max(0, from); index <= Math.min(to, (held.total ?? 0) - 1); index += 1) {
    const item = itemAt(held, index);
    if (item) items.push(item);
  }
  return items;
}

/** @returns the first row at or after `from`, and then before it, that is here and passes; -1 for none */
export function findIndex(held: FolderPages, from: number, passes: (item: FileItem) => boolean): number {
  const total = held.total ?? 0;
  for (let step = 0; step < total; step += 1) {
    const index = (from + step) % total;
    const item = itemAt(held, index);
    if (item && passes(item)) return index;
  }
  return -1;
}
