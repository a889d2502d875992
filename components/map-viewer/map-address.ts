/**
 * What a map's address is to the page that shows it:
 * - `own`: on the application's origin, which leads to the maps' origin; the page may read its answer.
 * - `maps`: on the maps' origin itself.
 * - `foreign`: on another site, of which a page learns no more than whether it answers.
 * - `mixed`: as `foreign`, on plain http, while the page is on https: browsers block such a frame.
 * - `unusable`: no address of the web, and nothing to lead a frame to (`javascript:` would run in the page's name).
 */
export type MapAddressKind = "own" | "maps" | "foreign" | "mixed" | "unusable";

/** What never leaves the machine counts as safe, whatever its scheme. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function parse(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** True for what a browser can be led to by us. @param base address that a relative one counts from */
export function isWebAddress(address: string, base: string): boolean {
  return /^https?:$/.test(parse(address, base)?.protocol ?? "");
}

/**
 * @param pageAddress address of the page that shows the map
 * @param mapsOrigin origin that own addresses lead to
 */
export function mapAddressKind(address: string, pageAddress: string, mapsOrigin: string): MapAddressKind {
  const page = new URL(pageAddress);
  const url = parse(address, pageAddress);
  if (!url || !isWebAddress(address, pageAddress)) return "unusable";
  if (url.origin === page.origin) return "own";
  if (url.origin === mapsOrigin) return "maps";
  return page.protocol === "https:" && url.protocol === "http:" && !LOOPBACK.test(url.hostname) ? "mixed" : "foreign";
}

/** @returns the host of an address as a person knows it, e.g. `maps.example:8080`; "" when it has none */
export function mapHost(address: string, pageAddress: string): string {
  return parse(address, pageAddress)?.host ?? "";
}
