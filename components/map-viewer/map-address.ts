import { sharedOriginOf } from "@/lib/maps/origins/schema";

/**
 * - `own`: on the application's origin, which redirects to the maps' origin. The page can read its answer.
 * - `maps`: on the maps' origin or on the origin of a single map below it.
 * - `foreign`: on another site. A page on the maps' origin frames it.
 * - `mixed`: foreign and http while the page is on https. Browsers block such a frame.
 * - `unusable`: neither http nor https (`javascript:` would run with the rights of the page).
 */
export type MapAddressKind = "own" | "maps" | "foreign" | "mixed" | "unusable";

/** Browsers treat these hosts as secure with any scheme. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function parse(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** @param base address that resolves a relative one */
export function isWebAddress(address: string, base: string): boolean {
  return /^https?:$/.test(parse(address, base)?.protocol ?? "");
}

function isOfMaps(url: URL, mapsOrigin: string): boolean {
  const maps = new URL(sharedOriginOf(mapsOrigin));
  return url.origin === maps.origin || (url.protocol === maps.protocol && url.host.endsWith(`.${maps.host}`));
}

/**
 * @param pageAddress address of the page that shows the map
 * @param mapsOrigin as in `originOf`
 */
export function mapAddressKind(address: string, pageAddress: string, mapsOrigin: string): MapAddressKind {
  const page = new URL(pageAddress);
  const url = parse(address, pageAddress);
  if (!url || !isWebAddress(address, pageAddress)) return "unusable";
  if (url.origin === page.origin) return "own";
  if (isOfMaps(url, mapsOrigin)) return "maps";
  return page.protocol === "https:" && url.protocol === "http:" && !LOOPBACK.test(url.hostname) ? "mixed" : "foreign";
}

/** Returns the host of an address with its port, or "". */
export function mapHost(address: string, pageAddress: string): string {
  return parse(address, pageAddress)?.host ?? "";
}
