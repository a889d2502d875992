import type { IncomingMessage } from "node:http";
import { env } from "../../lib/env";
import { contentTypeOf } from "../../lib/http/content-type";
import { isNavigation, isPrefetch } from "../../lib/http/fetch-metadata";

const places: ReadonlySet<unknown> = new Set(["document", "iframe", "frame"]);
const pageType = /^(text\/html|application\/xhtml\+xml)\b/;

/** Browsers send Sec-Fetch-Site only on https and localhost. Elsewhere the referrer shows the origin of the request. */
function isFromWithin({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.referer?.startsWith(`${env().mapsOrigin}/`) ?? false;
}

function isOpening(request: IncomingMessage): boolean {
  const place = request.headers["sec-fetch-dest"];
  if (place !== undefined && !places.has(place)) return false;
  return request.method === "GET" && isNavigation(request.headers) && !isFromWithin(request) && !isPrefetch(request.headers);
}

/** Returns true for HTML pages opened in a tab or frame from outside the maps. HEAD, prefetches and refusals don't count. */
export function isMapView(request: IncomingMessage, status: number, fileName: string): boolean {
  return isOpening(request) && (status === 200 || status === 304) && pageType.test(contentTypeOf(fileName));
}
