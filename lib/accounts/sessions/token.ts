import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { env } from "../../env";
import { roleSchema } from "./schema";

/** Claims of a session token, which is signed, not secret. Authorization reads the Session row that `sid` names. */
const claimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  email: z.string(),
  fullName: z.string(),
  role: roleSchema,
  exp: z.int(),
});

export type SessionClaims = z.infer<typeof claimsSchema>;

const ALGORITHM = "HS256";

/** Only the canonical form: decoders also accept padding, white space and unused bits. */
const CANONICAL = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
const keys = new Map<string, Uint8Array>();

/** Derives a key from the secret. Each purpose has its own, so that no signature is valid for another. */
export function keyFor(purpose: string): Uint8Array {
  const { authSecret } = env();
  const name = `${purpose} ${authSecret}`;
  const key = keys.get(name) ?? new Uint8Array(hkdfSync("sha256", authSecret, "", `sea-vision ${purpose}`, 32));
  keys.set(name, key);
  return key;
}

const signingKey = () => keyFor("session token");

/** Returns the signed token (JWT, HS256). */
export function signToken({ exp, sub, ...claims }: SessionClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(signingKey());
}

/** Returns the claims, or null for an invalid or expired token. */
export async function verifyToken(token: string): Promise<SessionClaims | null> {
  if (!CANONICAL.test(token)) return null;
  try {
    const { payload } = await jwtVerify(token, signingKey(), { algorithms: [ALGORITHM] });
    return claimsSchema.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
