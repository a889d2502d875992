import { z } from "zod";
import { env } from "../../env";
import { cookieValues, hostCookie, hostCookieName } from "../../http/cookies";
import { SignedTokens } from "../../http/signed-token";
import { type AccountSecret, findAccountSecretById } from "../data";
import type { RequestLike } from "./schema";

/** Time to enter the code after the password. */
const HALF_SIGNED_IN_SECONDS = 10 * 60;

const NAME = "sea-vision.half-signed-in";

const claimsSchema = z.object({ account: z.uuid(), expires: z.int() });

/** A new password changes the key and makes former tokens invalid. */
function tokensFor({ passwordHash }: AccountSecret): SignedTokens<z.infer<typeof claimsSchema>> {
  return new SignedTokens(env().authSecret, `sea-vision half signed in ${passwordHash}`, claimsSchema);
}

/** Returns the Set-Cookie header of a browser that has given the right password and still lacks the second factor. It opens nothing. */
export function halfSignedInCookie(secret: AccountSecret): string {
  const expires = Math.floor(Date.now() / 1000) + HALF_SIGNED_IN_SECONDS;
  // The id is in front, because the key depends on the account.
  return hostCookie(NAME, `${secret.id}.${tokensFor(secret).sign({ account: secret.id, expires })}`, HALF_SIGNED_IN_SECONDS);
}

export function clearedHalfSignedInCookie(): string {
  return hostCookie(NAME, "", 0);
}

/** Returns the account whose password this browser gave in the last minutes, or null. */
export async function readHalfSignedIn({ headers }: Pick<RequestLike, "headers">): Promise<AccountSecret | null> {
  const cookie = cookieValues(headers.get("cookie") ?? undefined, hostCookieName(NAME)).at(-1) ?? "";
  const [id, ...token] = cookie.split(".");
  const known = z.uuid().safeParse(id).data;
  const secret = known ? await findAccountSecretById(known) : null;
  return secret && tokensFor(secret).verify(token.join("."), Date.now())?.account === secret.id ? secret : null;
}
