import { env } from "../env";
import { type CookieAttributes, cookieValues, httpOnlyCookie } from "../http/cookies";
import { SignedTokens } from "../http/signed-token";
import { ASSETS, type ExpiringRight, expiringRightSchema, MAPS_PATH, type MapRight } from "./schema";

/** A ticket travels in an address, so it is worth nothing a minute later. */
const TICKET_SECONDS = 60;

/**
 * A map left open over lunch must go on working, and no request renews its cookie meanwhile. The database decides anyway,
 * every half minute, so a long life gives nobody a right for longer.
 */
const PASS_SECONDS = 12 * 60 * 60;
const RENEW_AFTER_SECONDS = 60 * 60;

const COOKIE_NAME = "sea-vision.map";

interface Tokens {
  tickets: SignedTokens<ExpiringRight>;
  passes: SignedTokens<ExpiringRight>;
}

let derived: Tokens | undefined;

function tokens(): Tokens {
  const { authSecret } = env();
  derived ??= {
    tickets: new SignedTokens(authSecret, "sea-vision map ticket", expiringRightSchema),
    passes: new SignedTokens(authSecret, "sea-vision map pass", expiringRightSchema),
  };
  return derived;
}

function lasting({ account, session, project, scope }: MapRight, now: number, seconds: number): ExpiringRight {
  return { account, session, project, scope, expires: Math.floor(now / 1000) + seconds };
}

/**
 * @param right that the caller has checked
 * @param now milliseconds since 1970
 */
export function signTicket(right: MapRight, now: number): string {
  return tokens().tickets.sign(lasting(right, now, TICKET_SECONDS));
}

/** @returns the right, or null when the ticket is not one of ours for this scope, or too old */
export function verifyTicket(ticket: string, scope: string, now: number): ExpiringRight | null {
  const right = tokens().tickets.verify(ticket, now);
  return right?.scope === scope ? right : null;
}

/** @returns every pass for this scope that the request carries: any of them may be the one that still holds */
export function readPasses(cookieHeader: string | undefined, scope: string, now: number): ExpiringRight[] {
  return cookieValues(cookieHeader, COOKIE_NAME)
    .map((value) => tokens().passes.verify(value, now))
    .filter((pass) => pass !== null)
    .filter((pass) => pass.scope === scope);
}

/** True for a pass old enough to be replaced by a fresh one while its holder is here. */
export function isDueForRenewal({ expires }: ExpiringRight, now: number): boolean {
  return expires < now / 1000 + PASS_SECONDS - RENEW_AFTER_SECONDS;
}

/**
 * How far the cookie goes. Browsers treat two ports of one host as one site. Two hosts may be one as well, but only the
 * public suffix list knows; there a partitioned cookie works in the application's frame and in a tab alike. Browsers take
 * it on https only, so on plain http two hosts are left with maps that open in a tab of their own.
 */
export function cookieReach(appOrigin: string, mapsOrigin: string): Pick<CookieAttributes, "sameSite" | "secure" | "partitioned"> {
  const [app, maps] = [new URL(appOrigin), new URL(mapsOrigin)];
  const secure = maps.protocol === "https:";
  const isOneSite = app.hostname === maps.hostname && app.protocol === maps.protocol;
  return isOneSite || !secure ? { sameSite: "Lax", secure, partitioned: false } : { sameSite: "None", secure, partitioned: true };
}

function passCookie(right: MapRight, now: number): string {
  const { appOrigin, mapsOrigin } = env();
  const pass = tokens().passes.sign(lasting(right, now, PASS_SECONDS));
  const path = `${MAPS_PATH}/${right.scope}/`;
  return httpOnlyCookie(COOKIE_NAME, pass, { path, maxAgeSeconds: PASS_SECONDS, ...cookieReach(appOrigin, mapsOrigin) });
}

/** Values of the Set-Cookie headers that open a scope, and the shared assets with it, to the holder of a right. */
export function passCookies(right: MapRight, now: number): string[] {
  if (right.scope === ASSETS) return [passCookie(right, now)];
  return [passCookie(right, now), passCookie({ ...right, project: null, scope: ASSETS }, now)];
}
