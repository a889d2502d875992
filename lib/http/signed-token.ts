import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { z } from "zod";

/** Claims always end: in seconds since 1970. */
export interface Expiring {
  expires: number;
}

/**
 * Short texts that a client carries for us and cannot change: claims and their HMAC-SHA256, both in base64url.
 * One purpose has one key, derived from the secret (HKDF), so that no token passes for one of another kind.
 * Verification is synchronous and takes microseconds: it is done for each tile of a map.
 */
export class SignedTokens<Claims extends Expiring> {
  private readonly key: Buffer;

  /** @param schema what verified claims must look like: a token of an older release may not */
  constructor(
    secret: string,
    purpose: string,
    private readonly schema: z.ZodType<Claims>,
  ) {
    this.key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  }

  sign(claims: Claims): string {
    const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${body}.${this.signatureOf(body)}`;
  }

  /**
   * @param now milliseconds since 1970
   * @returns the claims, or null when the token is not ours, has been changed or has expired
   */
  verify(token: string, now: number): Claims | null {
    const dot = token.indexOf(".");
    if (dot < 0) return null;
    const body = token.slice(0, dot);
    const given = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(this.signatureOf(body));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims = this.schema.safeParse(JSON.parse(Buffer.from(body, "base64url").toString())).data;
    return claims && claims.expires * 1000 > now ? claims : null;
  }

  private signatureOf(body: string): string {
    return createHmac("sha256", this.key).update(body).digest("base64url");
  }
}
