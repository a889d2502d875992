import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type AccountSecret, findAccountSecretById } from "../accounts/data";
import { NOBODYS_HASH } from "../accounts/passwords/passwords";
import type { RequestLike } from "../accounts/sessions/schema";
import { env } from "../env";
import { cookieValues, httpOnlyCookie } from "../http/cookies";
import { SignedTokens } from "../http/signed-token";

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser on which somebody has signed in
 * keeps a sign of it, and is from then on counted by itself. Whoever guesses at an account from elsewhere, from however many
 * networks, so cannot lock its holder out. The sign opens nothing: it only says with whom an attempt is counted.
 *
 * It ends with the password it was given for, since the stored hash is part of its key. Otherwise somebody who knew the
 * password once could have gathered any number of signs, each good for guesses at the next one. Who has a new password
 * signs in on the other devices as on new ones; the device that a reset was done on gets a sign at once.
 *
 * A browser keeps one sign, that of the account last signed in: one for each account would let a shared computer's headers grow
 * beyond what servers take.
 */
const TRUST_SECONDS = 365 * 24 * 60 * 60;

/** Cookies that are looked at. A browser has one of ours, and whatever pages of this host have planted beside it. */
const COOKIES_MAX = 4;

/** Stands in when there is no account: its key signs nothing, and trying it takes as long as any other. */
const nobody: AccountSecret = { id: "", passwordHash: NOBODYS_HASH };

const claimsSchema = z.object({
  /** Account id. */
  account: z.uuid(),
  /** Tells one device from another, and one sign-in from the next. */
  nonce: z.string(),
  /** In seconds since 1970. */
  expires: z.int(),
});

function isHttps(): boolean {
  return env().appOrigin.startsWith("https:");
}

/** On https the prefix makes the browser refuse the cookie from another host or a path, so nobody can plant one. */
function cookieName(): string {
  return isHttps() ? "__Host-sea-vision.device" : "sea-vision.device";
}

function setCookie(value: string, maxAgeSeconds: number): string {
  return httpOnlyCookie(cookieName(), value, { path: "/", maxAgeSeconds, sameSite: "Lax", secure: isHttps(), partitioned: false });
}

function tokensFor({ passwordHash }: AccountSecret): SignedTokens<z.infer<typeof claimsSchema>> {
  return new SignedTokens(env().authSecret, `sea-vision device ${passwordHash}`, claimsSchema);
}

/** Value of the Set-Cookie header by which this browser is known as the account's from now on. */
export function deviceCookie(secret: AccountSecret): string {
  const expires = Math.floor(Date.now() / 1000) + TRUST_SECONDS;
  const claims = { account: secret.id, nonce: randomBytes(16).toString("base64url"), expires };
  return setCookie(tokensFor(secret).sign(claims), TRUST_SECONDS);
}

/**
 * As deviceCookie, for callers that know the account by its id: after a reset or a change of the password, once it is stored.
 * @returns value of a Set-Cookie header; for an account that is gone meanwhile, one that takes the sign away
 */
export async function trustDevice(accountId: string): Promise<string> {
  const secret = await findAccountSecretById(accountId);
  return secret ? deviceCookie(secret) : setCookie("", 0);
}

/** Every sign that came with a request, unverified. There can be several: any page of this host may plant one on a path. */
export function readDeviceCookies({ headers }: Pick<RequestLike, "headers">): string[] {
  return cookieValues(headers.get("cookie") ?? undefined, cookieName());
}

/**
 * Takes the same time whether there is such an account or not.
 * @param cookies as readDeviceCookies gives them; the last few count, since browsers send those of longer paths first, and ours
 *   is for every path
 * @param secret the account that somebody wants to sign in to; null when there is none
 * @returns the nonce of the device, or null when it is not known as this very account's
 */
export function recogniseDevice(cookies: readonly string[], secret: AccountSecret | null): string | null {
  const { id } = secret ?? nobody;
  const tokens = tokensFor(secret ?? nobody);
  for (const cookie of cookies.slice(-COOKIES_MAX)) {
    const claims = tokens.verify(cookie, Date.now());
    if (claims?.account === id) return claims.nonce;
  }
  return null;
}
