import { randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "../../env";
import { cookieValues, hostCookie, hostCookieName } from "../../http/cookies";
import { SignedTokens } from "../../http/signed-token";
import { type AccountSecret, findAccountSecretById } from "../data";
import { ABSENT_ACCOUNT_HASH } from "../passwords/passwords";
import type { RequestLike } from "./schema";

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): attempts from a browser that signed in before are
 * counted separately, so guesses from elsewhere can't lock the user out. A new password changes the key and invalidates them.
 */
const TRUST_SECONDS = 365 * 24 * 60 * 60;

/** Cookies that are checked: one of ours, and some that other pages of this host may have set. */
const COOKIES_MAX = 4;

/** Replaces an account that does not exist. Verifying with it takes as long. */
const absentAccount: AccountSecret = { id: "", passwordHash: ABSENT_ACCOUNT_HASH };

const claimsSchema = z.object({
  account: z.uuid(),
  nonce: z.string(),
  expires: z.int(),
});

const NAME = "sea-vision.device";

function tokensFor({ passwordHash }: AccountSecret): SignedTokens<z.infer<typeof claimsSchema>> {
  return new SignedTokens(env().authSecret, `sea-vision device ${passwordHash}`, claimsSchema);
}

/** Returns the Set-Cookie header by which this browser is known as the account's device. */
export function deviceCookie(secret: AccountSecret): string {
  const expires = Math.floor(Date.now() / 1000) + TRUST_SECONDS;
  const claims = { account: secret.id, nonce: randomBytes(16).toString("base64url"), expires };
  return hostCookie(NAME, tokensFor(secret).sign(claims), TRUST_SECONDS);
}

/** As deviceCookie, by account id. Clears the cookie when the account is gone. */
export async function trustDevice(accountId: string): Promise<string> {
  const secret = await findAccountSecretById(accountId);
  return secret ? deviceCookie(secret) : hostCookie(NAME, "", 0);
}

export function readDeviceCookies({ headers }: Pick<RequestLike, "headers">): string[] {
  return cookieValues(headers.get("cookie") ?? undefined, hostCookieName(NAME));
}

/** Returns the nonce of a known device of this account, or null. Takes the same time without an account. */
export function recogniseDevice(cookies: readonly string[], secret: AccountSecret | null): string | null {
  const { id } = secret ?? absentAccount;
  const tokens = tokensFor(secret ?? absentAccount);
  for (const cookie of cookies.slice(-COOKIES_MAX)) {
    const claims = tokens.verify(cookie, Date.now());
    if (claims?.account === id) return claims.nonce;
  }
  return null;
}
