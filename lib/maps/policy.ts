import { type SetCookie, stringifySetCookie } from "cookie";
import { env } from "../env";
import { cookieValues } from "../http/cookies";
import { SignedTokens } from "../http/signed-token";
import { ASSETS, type ExpiringRight, expiringRightSchema, MAPS_PATH, type MapRight } from "./schema";

/** A ticket is part of a URL, so it expires soon. */
const TICKET_SECONDS = 60;

/** Long, because no request of an open map renews its cookie. The database still checks the right every 30 s. */
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

export function signTicket(right: MapRight, now: number): string {
  return tokens().tickets.sign(lasting(right, now, TICKET_SECONDS));
}

/** Returns the right of a valid ticket for the scope, or null. */
export function verifyTicket(ticket: string, scope: string, now: number): ExpiringRight | null {
  const right = tokens().tickets.verify(ticket, now);
  return right?.scope === scope ? right : null;
}

/** Returns the valid passes for the scope. Any of them may still have a live session. */
export function readPasses(cookieHeader: string | undefined, scope: string, now: number): ExpiringRight[] {
  return cookieValues(cookieHeader, COOKIE_NAME)
    .map((value) => tokens().passes.verify(value, now))
    .filter((pass) => pass !== null)
    .filter((pass) => pass.scope === scope);
}

/** Returns true for a pass that is old enough to be replaced. */
export function isDueForRenewal({ expires }: ExpiringRight, now: number): boolean {
  return expires < now / 1000 + PASS_SECONDS - RENEW_AFTER_SECONDS;
}

/** Returns the cookie's SameSite settings. Two hosts need a partitioned cookie, which works only on https. */
export function cookieReach(appOrigin: string, mapsOrigin: string): Required<Pick<SetCookie, "sameSite" | "secure" | "partitioned">> {
  const [app, maps] = [new URL(appOrigin), new URL(mapsOrigin)];
  const secure = maps.protocol === "https:";
  const isOneSite = app.hostname === maps.hostname && app.protocol === maps.protocol;
  return isOneSite || !secure ? { sameSite: "lax", secure, partitioned: false } : { sameSite: "none", secure, partitioned: true };
}

function passCookie(right: MapRight, now: number): string {
  const { appOrigin, mapsOrigin } = env();
  const pass = tokens().passes.sign(lasting(right, now, PASS_SECONDS));
  const path = `${MAPS_PATH}/${right.scope}/`;
  return stringifySetCookie(COOKIE_NAME, pass, { path, maxAge: PASS_SECONDS, httpOnly: true, ...cookieReach(appOrigin, mapsOrigin) });
}

/** Returns the Set-Cookie values that open a scope and the shared assets. */
export function passCookies(right: MapRight, now: number): string[] {
  if (right.scope === ASSETS) return [passCookie(right, now)];
  return [passCookie(right, now), passCookie({ ...right, project: null, scope: ASSETS }, now)];
}
