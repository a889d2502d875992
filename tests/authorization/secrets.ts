import { createHash } from "node:crypto";
import { db } from "@/lib/db";
import type { Answer } from "./ask";
import { NEXT_PASSWORD, PASSWORD, WRONG_PASSWORD } from "./world";

/** A text as it may stand in an answer: plain, encoded, digested. */
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

/** What every answer is searched for: passwords, and all that the database keeps of them and of the links of mails. */
async function secrets(): Promise<string[]> {
  const [accounts, resets] = await Promise.all([
    db().account.findMany({ select: { passwordHash: true } }),
    db().passwordReset.findMany({ select: { tokenHash: true } }),
  ]);
  const hashes = accounts.map(({ passwordHash }) => passwordHash).filter((hash) => hash.startsWith("$"));
  // Of a hash also its last part, the digest itself, however the rest was taken off.
  const parts = hashes.flatMap((hash) => [hash, hash.split("$").at(-1) ?? hash]);
  return [
    ...[PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD].flatMap(formsOf),
    ...parts,
    ...resets.map(({ tokenHash }) => tokenHash),
    "$argon2",
    "passwordHash",
    "tokenHash",
  ];
}

/** @returns what was asked and what was found in the answer, for every answer that tells a secret in its body or its headers */
export async function findSecrets(answers: readonly (Answer & { asked: string })[]): Promise<string[]> {
  const wanted = [...new Set(await secrets())];
  return answers.flatMap(({ asked, headers, body }) => {
    const said = `${JSON.stringify(headers)}\n${body}`;
    return wanted.filter((secret) => said.includes(secret)).map((secret) => `${asked} tells ${secret}`);
  });
}
