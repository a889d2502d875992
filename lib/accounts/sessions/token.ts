import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { env } from "../../env";
import { roleSchema } from "./schema";

/**
 * What a session token says. It is signed, not secret: the client reads name, email and role from it (specification §3).
 * Who may do what is never decided by it alone, but by the Session row that `sid` names.
 */
const claimsSchema = z.object({
  /** Account id. */
  sub: z.uuid(),
  /** Session id. */
  sid: z.uuid(),
  email: z.string(),
  fullName: z.string(),
  role: roleSchema,
  /** Expiry, in seconds since 1970. */
  exp: z.int(),
});

export type SessionClaims = z.infer<typeof claimsSchema>;

const ALGORITHM = "HS256";

/**
 * The one way of writing a token. Decoders take others for the same: bits of the signature's last letter that stand for nothing,
 * padding, white space. A token that could be written in many ways could not be told by its text.
 */
const CANONICAL = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
const keys = new Map<string, Uint8Array>();

/** One secret makes every key of the product; each purpose has its own, so that no signature passes for another kind. */
export function keyFor(purpose: string): Uint8Array {
  const { authSecret } = env();
  const name = `${purpose} ${authSecret}`;
  const key = keys.get(name) ?? new Uint8Array(hkdfSync("sha256", authSecret, "", `sea-vision ${purpose}`, 32));
  keys.set(name, key);
  return key;
}

const signingKey = () => keyFor("session token");

/** @returns the signed token (JWT, HS256). */
export function signToken({ exp, sub, ...claims }: SessionClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(signingKey());
}

/** @returns what the token says, or null when it is not one of ours: malformed, written otherwise, tampered with, signed otherwise or expired. */
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
