import type { DataFile } from "../data-maps/formats/data-file";

/**
 * A file of a page whose address begins at the top of its origin, such as `<script src="/assets/app.js">`. The repetitions are limited,
 * because the time for a page of unclosed tags would grow with the square of its size.
 */
const ROOT_PATH = /<(?:script|link|img|iframe)\b[^>]{0,500}?\s(?:src|href)\s{0,9}=\s{0,9}["']?\/(?!\/)[^\s"'>]/i;
const PAGE_BYTES = 256 * 1024;

/** The warning of such a page where all maps share one origin. */
export const ROOT_PATHS_MESSAGE =
  "The first page loads files from addresses such as /assets/app.js. All maps of this server share one address, so these files won't load. " +
  "Build the site with relative paths (with Vite, --base ./).";

/** Returns true for a page that loads files from the top of its origin. Maps with a shared origin don't have files there. */
export async function hasRootPaths(page: DataFile): Promise<boolean> {
  return ROOT_PATH.test(new TextDecoder().decode(await page.read(0, PAGE_BYTES)));
}
