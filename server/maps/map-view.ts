import type { IncomingMessage } from "node:http";
import { env } from "../../lib/env";
import { contentTypeOf } from "../../lib/http/content-type";
import { isNavigation } from "../../lib/http/fetch-metadata";

/** A tab and a frame; a page that is part of another one as an object or an embedded thing is none of them. */
const places: ReadonlySet<unknown> = new Set(["document", "iframe", "frame"]);
const pageType = /^(text\/html|application\/xhtml\+xml)\b/;

/** A page that the browser fetches in case somebody will want to see it. */
function isAhead({ headers }: IncomingMessage): boolean {
  return [headers["sec-purpose"], headers.purpose].some((purpose) => purpose?.includes("prefetch"));
}

/**
 * Browsers say who asked in `Sec-Fetch-Site`, over all redirects on the way. They do so on https and on localhost alone;
 * elsewhere the address of the page before says it.
 */
function isFromWithin({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.referer?.startsWith(`${env().mapsOrigin}/`) ?? false;
}

/** @returns false without a look at anything else for what is most of all requests: tiles */
function isOpening(request: IncomingMessage): boolean {
  const place = request.headers["sec-fetch-dest"];
  if (place !== undefined && !places.has(place)) return false;
  return request.method === "GET" && isNavigation(request.headers) && !isFromWithin(request) && !isAhead(request);
}

/**
 * What counts as one view of a map: somebody goes to an HTML page of it, in a tab or in a frame, from outside of the maps,
 * and gets it, anew (200) or as the browser still has it (304).
 *
 * So opening, opening in a new tab and reloading count once each, although the way there leads over redirects. Going
 * on within a map does not count, nor do its own frames, nor what is missing or refused, nor what is asked for with HEAD or
 * fetched ahead, nor going from one map to another by a link.
 * @param status of the answer
 * @param fileName of the file that was sent
 */
export function isMapView(request: IncomingMessage, status: number, fileName: string): boolean {
  return isOpening(request) && (status === 200 || status === 304) && pageType.test(contentTypeOf(fileName));
}
