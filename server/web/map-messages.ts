import { env } from "../../lib/env";
import type { MapAddress } from "../../lib/maps/schema";
import type { Message } from "../http/message-page";

/** The address that the visitor opened. Pages name the map only by it, which tells nothing new. */
type Place = Pick<MapAddress, "scope" | "clean">;

/** The browser returned from the maps without the cookie, so another redirect would loop. */
export function cookieNeeded({ scope, clean }: Place): Message {
  const home = `${env().appOrigin}${clean}`;
  return {
    status: 403,
    map: scope,
    title: "This map needs a cookie",
    text: `Your browser did not keep the cookie that opens this map. Allow cookies for ${new URL(env().mapsOrigin).host}, or open the map in a tab of its own.`,
    link: { href: home, label: "Try again in a new tab", isNewTab: true },
  };
}

/** As {@link cookieNeeded}, for a visitor with a share link. */
export function sharedCookieNeeded({ scope }: Place): Message {
  const { host } = new URL(env().mapsOrigin);
  const text = `Your browser did not keep the cookie that opens this map. Allow cookies for ${host}, then open the link again.`;
  return { status: 403, map: scope, title: "This map needs a cookie", text };
}

/** A share link opened the map before. */
export function linkEnded({ scope, clean }: Place): Message {
  return {
    status: 404,
    map: scope,
    title: "This link no longer opens the map",
    text: "It has expired, or it was revoked. Ask for a new link, or sign in if you have an account.",
    link: { href: `${env().appOrigin}${clean}`, label: "Sign in to open the map" },
  };
}
