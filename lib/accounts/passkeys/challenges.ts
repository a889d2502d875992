import { randomBytes } from "node:crypto";
import { z } from "zod";
import { db } from "../../db/client";
import { CEREMONY_MS } from "./values";

/** A page of ours in a frame of another site would set `crossOrigin`. */
const clientDataSchema = z.object({ challenge: z.string().regex(/^[\w-]{1,100}$/), crossOrigin: z.literal(false).optional() });

/** Makes a challenge. @param accountId of a new passkey; null for a sign-in, whose passkey names the account */
export async function newChallenge(accountId: string | null): Promise<Buffer<ArrayBuffer>> {
  const challenge = randomBytes(32);
  const data = { challenge: challenge.toString("base64url"), accountId, expiresAt: new Date(Date.now() + CEREMONY_MS) };
  await db().passkeyChallenge.create({ data, select: { challenge: true } });
  return challenge;
}

/** Returns the challenge that the client says it signed, or null when its data can't be read. */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).challenge;
  } catch {
    return null;
  }
}

/** Uses up a challenge, so that of several requests with it only one succeeds. @returns false for a used, expired or foreign one */
export async function takeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
  const { count } = await db().passkeyChallenge.deleteMany({ where: { challenge, accountId, expiresAt: { gt: new Date() } } });
  return count === 1;
}
