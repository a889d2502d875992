import { randomUUID } from "node:crypto";
import { type SetCookie, stringifySetCookie } from "cookie";
import { env } from "../env";
import { cookieValues } from "../http/cookies";
import { SignedTokens } from "../http/signed-token";
import {
  type ExpiringRight,
  expiringRightSchema,
  MAPS_PATH,
  type MapHome,
  type MapRight,
  type OpeningRight,
  splitScope,
  type Ticket,
  ticketSchema,
} from "./schema";
import { ASSETS } from "./values";

/** A ticket is part of a URL, so it expires soon. */
export const TICKET_SECONDS = 60;

/** Long, because no request of an open map renews its cookie. The database still checks the right every 30 s. */
const PASS_SECONDS = 12 * 60 * 60;
const RENEW_AFTER_SECONDS = 60 * 60;

/** The prefix makes browsers refuse the cookie from another host or with another path. */
const cookieName = (home: MapHome) => (home === "shared" ? "sea-vision.map" : "__Host-sea-vision.map");

interface Tokens {
  tickets: SignedTokens<Ticket>;
  passes: SignedTokens<ExpiringRight>;
}

let derived: Tokens | undefined;

function tokens(): Tokens {
  const { authSecret } = env();
  derived ??= {
    tickets: new SignedTokens(authSecret, "sea-vision map ticket", ticketSchema),
    passes: new SignedTokens(authSecret, "sea-vision map pass", expiringRightSchema),
  };
  return derived;
}

function holderOf(right: MapRight) {
  if ("link" in right) return { link: right.link };
  return "guest" in right ? { guest: right.guest } : { account: right.account, session: right.session };
}

/** Leaves out what else a ticket has. */
function lasting(right: MapRight, now: number, seconds: number): ExpiringRight {
  const { project, scope } = right;
  const holder = holderOf(right);
  return { ...holder, project, scope, expires: Math.floor(now / 1000) + seconds };
}

export function signTicket({ isEdited, ...right }: OpeningRight, now: number): string {
  return tokens().tickets.sign({ ...lasting(right, now, TICKET_SECONDS), id: randomUUID(), ...(isEdited && { isEdited }) });
}

/** Returns true when a right opens a scope on the origin of the request. A map's right also opens the shared assets on the map's origin. */
function opens(right: MapRight, scope: string, home: MapHome): boolean {
  if (home === "shared") return right.scope === scope;
  const isOfHome = right.project === home.project && splitScope(right.scope).version === home.version;
  return isOfHome && (right.scope === scope || scope === ASSETS);
}

/** Returns the claims of a valid ticket for the scope, or null. It may have been used already. */
export function verifyTicket(ticket: string, scope: string, now: number, home: MapHome = "shared"): Ticket | null {
  const right = tokens().tickets.verify(ticket, now);
  return right && opens(right, scope, home) ? right : null;
}

function verifyPasses(cookieHeader: string | undefined, now: number, home: MapHome): ExpiringRight[] {
  return cookieValues(cookieHeader, cookieName(home))
    .map((value) => tokens().passes.verify(value, now))
    .filter((pass) => pass !== null);
}

/** Returns the valid passes for the scope. Any of them may still have a live session. */
export function readPasses(cookieHeader: string | undefined, scope: string, now: number, home: MapHome = "shared"): ExpiringRight[] {
  return verifyPasses(cookieHeader, now, home).filter((pass) => opens(pass, scope, home));
}

/** Returns the scope that a browser has opened on a map's own origin, or null. */
export function openScope(cookieHeader: string | undefined, now: number, home: MapHome): string | null {
  if (home === "shared") return null;
  return verifyPasses(cookieHeader, now, home).find((pass) => opens(pass, pass.scope, home))?.scope ?? null;
}

/** Returns true for a pass that is old enough to be replaced. */
export function isDueForRenewal({ expires }: ExpiringRight, now: number): boolean {
  return expires < now / 1000 + PASS_SECONDS - RENEW_AFTER_SECONDS;
}

/**
 * Returns the cookie's SameSite settings. Two sites need a partitioned cookie, which works on https and on localhost.
 * @param isShared whether a share link opens the map, because other sites may show it in a frame
 */
export function cookieReach(
  appOrigin: string,
  mapsOrigin: string,
  isolatesMaps = false,
  isShared = false,
): Required<Pick<SetCookie, "sameSite" | "secure" | "partitioned">> {
  const [app, maps] = [new URL(appOrigin), new URL(mapsOrigin)];
  const secure = maps.protocol === "https:" || isolatesMaps;
  const isOneSite = app.hostname === maps.hostname && app.protocol === maps.protocol && !isolatesMaps && !isShared;
  return isOneSite || !secure ? { sameSite: "lax", secure, partitioned: false } : { sameSite: "none", secure, partitioned: true };
}

function passCookie(right: MapRight, now: number, home: MapHome): string {
  const { appOrigin, mapsOrigin } = env();
  const isOwn = home !== "shared";
  const pass = tokens().passes.sign(lasting(right, now, PASS_SECONDS));
  // A shared origin keeps the cookies of maps apart by their paths.
  const path = isOwn ? "/" : `${MAPS_PATH}/${right.scope}/`;
  const reach = cookieReach(appOrigin, mapsOrigin, isOwn, "link" in right);
  return stringifySetCookie(cookieName(home), pass, { path, maxAge: PASS_SECONDS, httpOnly: true, ...reach });
}

/** Returns the Set-Cookie values that open a scope and the shared assets. */
export function passCookies(right: MapRight, now: number, home: MapHome = "shared"): string[] {
  if (right.scope === ASSETS || home !== "shared") return [passCookie(right, now, home)];
  return [passCookie(right, now, home), passCookie({ ...right, project: null, scope: ASSETS }, now, home)];
}
