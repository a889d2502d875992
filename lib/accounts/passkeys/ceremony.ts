import { randomBytes } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import { z } from "zod";
import { branding } from "../../branding/data";
import { db } from "../../db/client";
import { env } from "../../env";
import type { Account, Passkey } from "../../generated/prisma/client";
import { logger } from "../../logging/logger";
import type { NewPasskeyResponse, PasskeyResponse } from "./schema";
import { CEREMONY_MS } from "./values";

/** EdDSA, ES256 and RS256 (RFC 8152), which every supported version of Node.js can verify. */
const ALGORITHMS = [-8, -7, -257];

export type PasskeyOwner = Pick<Account, "id" | "email" | "name">;

/** The library of WebAuthn throws errors about responses that it refuses. */
async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    logger.info({ err: error }, "passkey response refused");
    return null;
  }
}

/** What a response must be made for. Only our own origin is accepted: maps can be on subdomains of our host. */
function expectation(expectedChallenge: string) {
  const { appOrigin } = env();
  return { expectedChallenge, expectedOrigin: appOrigin, expectedRPID: new URL(appOrigin).hostname, requireUserVerification: true };
}

/** Returns the account's handle in its passkeys: the bytes of its id. */
function userHandle(accountId: string): Buffer<ArrayBuffer> {
  return Buffer.from(accountId.replaceAll("-", ""), "hex");
}

/** Returns the options with which a browser creates a passkey for an account. @param existing passkeys whose devices get no second one */
export async function creationOptions(
  { id, email, name }: PasskeyOwner,
  existing: readonly Pick<Passkey, "credentialId" | "transports">[],
) {
  return generateRegistrationOptions({
    rpName: branding().name,
    rpID: new URL(env().appOrigin).hostname,
    userID: userHandle(id),
    userName: email,
    userDisplayName: name,
    challenge: await newChallenge(id),
    timeout: CEREMONY_MS,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Returns the options with which a browser asks for any passkey of this site. */
export async function requestOptions() {
  return generateAuthenticationOptions({
    rpID: new URL(env().appOrigin).hostname,
    challenge: await newChallenge(null),
    timeout: CEREMONY_MS,
    userVerification: "required",
  });
}

/** Verifies a new passkey. Its challenge counts once. @returns null when it is refused */
export async function verifyCreation(accountId: string, response: NewPasskeyResponse): Promise<WebAuthnCredential | null> {
  const challenge = readChallenge(response.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(challenge, accountId))) return null;
  const options = { ...expectation(challenge), response, supportedAlgorithmIDs: ALGORITHMS };
  return (await unlessRefused(verifyRegistrationResponse(options)))?.registrationInfo?.credential ?? null;
}

/** Verifies what a passkey signed, except its counter. @returns the new counter, or null when the response is refused */
export async function verifyRequest(
  challenge: string,
  response: PasskeyResponse,
  { accountId, credentialId, publicKey }: Pick<Passkey, "accountId" | "credentialId" | "publicKey">,
): Promise<number | null> {
  const { userHandle: handle } = response.response;
  if (handle !== undefined && handle !== userHandle(accountId).toString("base64url")) return null;
  // The counter is compared where it is stored, so that two requests can't both advance it.
  const credential = { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 };
  const result = await unlessRefused(verifyAuthenticationResponse({ ...expectation(challenge), response, credential }));
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** A page of ours in a frame of another site would set `crossOrigin`. */
const clientDataSchema = z.object({ challenge: z.string().regex(/^[\w-]{1,100}$/), crossOrigin: z.literal(false).optional() });

/** Makes a challenge. @param accountId of a new passkey; null for a sign-in, whose passkey names the account */
async function newChallenge(accountId: string | null): Promise<Buffer<ArrayBuffer>> {
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
