import { expect, it } from "vitest";
import { resetTokenSchema } from "../accounts/password-resets/schema";
import { hashSecretToken, newSecretToken } from "./secret-token";

it("newSecretToken returns a new token that fits its schema and is stored as a hash", () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newSecretToken));
  expect(tokens.size).toBe(1_000);
  for (const token of tokens) {
    expect(resetTokenSchema.parse(token)).toBe(token);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  }
  // SHA-256 of "abc", from FIPS 180-4.
  expect(Buffer.from(hashSecretToken("abc"), "base64url").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
