import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import type { Answer } from "./ask";
import { NEXT_PASSWORD, PASSWORD, WRONG_PASSWORD } from "./world";

/** Returns the forms of a text in an answer: plain, encoded, hashed. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const digests = ["md5", "sha1", "sha256", "sha512"].flatMap((kind) => {
    const digest = createHash(kind).update(bytes).digest();
    return [digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")];
  });
  return [
    secret,
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    encodeURIComponent(secret),
    ...digests,
  ];
}

/** The secrets that no answer may contain: passwords, links, and what is stored of these, of API tokens and of second factors. */
async function secrets(): Promise<string[]> {
  const [accounts, resets, invitations, links, tokens, authenticators, codes, guestCodes, guests] = await Promise.all([
    db().account.findMany({ select: { passwordHash: true } }),
    db().passwordReset.findMany({ select: { tokenHash: true } }),
    db().invitation.findMany({ where: { tokenHash: { not: null } }, select: { tokenHash: true } }),
    db().shareLink.findMany({ select: { tokenHash: true } }),
    db().apiToken.findMany({ select: { tokenHash: true } }),
    db().authenticator.findMany({ select: { secret: true } }),
    db().recoveryCode.findMany({ select: { codeHash: true } }),
    db().guestCode.findMany({ select: { codeHash: true } }),
    db().guestSession.findMany({ select: { tokenHash: true } }),
  ]);
  const hashes = accounts.map(({ passwordHash }) => passwordHash).filter((hash) => hash.startsWith("$"));
  // The digest is also searched for without the rest of the hash.
  const parts = hashes.flatMap((hash) => [hash, hash.split("$").at(-1) ?? hash]);
  return [
    ...[PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD].flatMap(formsOf),
    ...parts,
    ...[...resets, ...invitations, ...links, ...tokens, ...guests].flatMap(({ tokenHash }) => tokenHash ?? []),
    ...authenticators.map(({ secret }) => secret),
    ...[...codes, ...guestCodes].flatMap(({ codeHash }) => codeHash ?? []),
    "$argon2",
    "passwordHash",
    "tokenHash",
  ];
}

/** Characters of a hash or a token. What the database stores of a secret has at least so many. */
const KEY_LENGTH = 43;
const LONG_TEXT = /[\w+/-]{43,}/g;

/** Returns the parts of a text that are as long as a key. Looking each up is much faster than searching for tens of thousands of keys. */
function* windowsOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(LONG_TEXT)) {
    for (let at = 0; at + KEY_LENGTH <= run.length; at += 1) yield run.slice(at, at + KEY_LENGTH);
  }
}

/** @returns request and secret for every answer that contains a secret in its body or headers */
export async function findSecrets(answers: readonly (Pick<Answer, "headers" | "body"> & { asked: string })[]): Promise<string[]> {
  const wanted = [...new Set(await secrets())];
  const keys = new Set(wanted.filter((secret) => /^[\w+/-]{43,}$/.test(secret)).map((secret) => secret.slice(0, KEY_LENGTH)));
  const others = wanted.filter((secret) => !keys.has(secret.slice(0, KEY_LENGTH)) && !secret.startsWith("$argon2id"));
  return answers.flatMap(({ asked, headers, body }) => {
    const said = `${JSON.stringify(headers)}\n${body}`;
    const found = [...others.filter((secret) => said.includes(secret)), ...[...windowsOf(said)].filter((part) => keys.has(part))];
    return found.map((secret) => `${asked} tells ${secret}`);
  });
}
