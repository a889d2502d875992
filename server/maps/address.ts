import type { IncomingMessage } from "node:http";
import { homeOf } from "../../lib/maps/origins/origin";
import { openScope } from "../../lib/maps/policy";
import { MAPS_PATH, type MapAddress, parseMapAddress } from "../../lib/maps/schema";
import { MAP_ROUTES } from "../web/map-redirect";
import { PUBLIC_ROUTES } from "./public-answers";

/** Methods by route. */
export const MAPS_ROUTES = { ...PUBLIC_ROUTES, ...MAP_ROUTES } as const;

/**
 * Returns the place of the slash between the scope and the path in the target of a plain request, or -1. Its answer depends only on its
 * cookie, address and accepted encodings. A query may hold a ticket.
 */
export function endOfScope({ method, url = "", headers }: IncomingMessage): number {
  if (method !== "GET" || !url.startsWith(`${MAPS_PATH}/`) || url.includes("?")) return -1;
  const isPlain =
    headers.range === undefined &&
    headers["if-none-match"] === undefined &&
    headers["if-modified-since"] === undefined &&
    headers["if-match"] === undefined &&
    headers["if-unmodified-since"] === undefined &&
    headers["if-range"] === undefined &&
    headers["service-worker"] === undefined;
  return isPlain ? url.indexOf("/", MAPS_PATH.length + 1) : -1;
}

/**
 * Returns the address of a request, or null. On a map's own origin, a root path such as `/assets/app.js`, which builds of web frameworks
 * use, is an address in the map. @param now milliseconds since 1970
 */
export function addressOf({ url = "", headers }: IncomingMessage, now: number): MapAddress | null {
  const address = parseMapAddress(url);
  if (address) return address;
  const scope = openScope(headers.cookie, now, homeOf(headers.host));
  return scope === null ? null : parseMapAddress(`${MAPS_PATH}/${scope}${url}`);
}
