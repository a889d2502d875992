import { env } from "../../lib/env";
import type { Message } from "../http/message-page";

/** The browser returned from the maps without the cookie, so another redirect would loop. @param home the map's address here */
export function cookieNeeded(home: string): Message {
  return {
    status: 403,
    title: "This map needs a cookie",
    text: `Your browser did not keep the cookie that opens this map. Allow cookies for ${new URL(env().mapsOrigin).host}, or open the map in a tab of its own.`,
    link: { href: home, label: "Try again in a new tab" },
  };
}

/** As {@link cookieNeeded}, for a visitor with a share link. */
export function sharedCookieNeeded(): Message {
  const { host } = new URL(env().mapsOrigin);
  const text = `Your browser did not keep the cookie that opens this map. Allow cookies for ${host}, then open the link again.`;
  return { status: 403, title: "This map needs a cookie", text };
}

/** A share link opened the map before. @param address of the map for users with an account */
export function linkEnded(address: string): Message {
  return {
    status: 404,
    title: "This link no longer opens the map",
    text: "It has expired, or it was revoked. Ask for a new link, or sign in if you have an account.",
    link: { href: address, label: "Sign in to open the map" },
  };
}
