const PAGE_NAME = /\.x?html?$/i;
const ARCHIVE_NAME = /\.(7z|rar|t[bgx]z|tar(\.(bz2|gz|xz|zst))?|zip)$/i;
const INDEX_NAME = /^index\.x?html?$/i;
/** Names that authors and exporters give to the page of a map. */
const MAP_NAME = /^(default|home|leaflet|main|map|start|viewer)\.x?html?$/i;
/** Pages about a site or its data. */
const DOCUMENT_NAME = /^(about|changelog|copying|credits|imprint|impressum|licence|license|metadata|notice|readme)\b/i;

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const depthOf = (path: string) => path.split("/").length;

/** Returns true for a file that a browser opens as a page. */
export const isPage = (path: string): boolean => PAGE_NAME.test(path);

/** Returns true for an archive. Archives in a site are published as they are. */
export const isArchive = (path: string): boolean => ARCHIVE_NAME.test(path);

/** Returns true for a page about a site or its data, such as `readme.html`. It is no start page of a tree with map data. */
export const isDocument = (path: string): boolean => DOCUMENT_NAME.test(nameOf(path));

function rankOf(name: string): number {
  if (INDEX_NAME.test(name)) return 0;
  if (MAP_NAME.test(name)) return 1;
  return DOCUMENT_NAME.test(name) ? 3 : 2;
}

/** Sorts pages by how likely they are the start page: documents last, then by depth, then an index before other names. */
export function sortPages(paths: Iterable<string>): string[] {
  const keyed = Array.from(paths, (path) => ({ path, rank: rankOf(nameOf(path)), depth: depthOf(path) }));
  keyed.sort(
    (one, other) =>
      Number(one.rank === 3) - Number(other.rank === 3) ||
      one.depth - other.depth ||
      one.rank - other.rank ||
      (one.path < other.path ? -1 : 1),
  );
  return keyed.map(({ path }) => path);
}

/** Returns true when the first of sorted pages makes a site of a folder that also has map data. */
export function opensWithPage([likeliest]: readonly string[]): boolean {
  return likeliest !== undefined && !isDocument(likeliest);
}

/** Pages that an admin chooses from. */
export const MOST_PAGES = 200;

/** Collects the likeliest start pages of a site that is too large to keep all its paths. */
export class PageCollection {
  private pages: string[] = [];

  add(path: string): void {
    if (!isPage(path)) return;
    this.pages.push(path);
    if (this.pages.length >= 2 * MOST_PAGES) this.pages = this.sorted();
  }

  /** Returns up to MOST_PAGES pages, the likeliest first. */
  sorted(): string[] {
    return sortPages(this.pages).slice(0, MOST_PAGES);
  }
}
