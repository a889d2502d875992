import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SignedTokens } from "./signed-token";

const schema = z.object({ account: z.string(), expires: z.int() });
const tokens = new SignedTokens("a secret of some length", "test", schema);
const now = Date.UTC(2026, 4, 5);
const claims = { account: "account ✓", expires: now / 1000 + 60 };
const token = tokens.sign(claims);

it("SignedTokens returns the claims until they expire", () => {
  expect(tokens.verify(token, now)).toEqual(claims);
  expect(tokens.verify(token, now + 59_999)).toEqual(claims);
  expect(tokens.verify(token, now + 60_000)).toBeNull();
});

it("SignedTokens uses only characters that are valid in cookies and URLs", () => {
  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
});

describe("SignedTokens rejects", () => {
  const [body = "", signature = ""] = token.split(".");
  const longer = Buffer.from(JSON.stringify({ ...claims, expires: claims.expires + 1 })).toString("base64url");

  it.each([
    ["nothing", ""],
    ["a dot", "."],
    ["no signature", body],
    ["an empty signature", `${body}.`],
    ["no claims", `.${signature}`],
    ["other claims", `${longer}.${signature}`],
    ["more after it", `${token}x`],
    ["another part after it", `${token}.${signature}`],
    ["padding", `${token}=`],
    ["an unkeyed signature", `${body}.${createHmac("sha256", "").update(body).digest("base64url")}`],
    ["another secret", new SignedTokens("another secret", "test", schema).sign(claims)],
    ["another purpose", new SignedTokens("a secret of some length", "other", schema).sign(claims)],
    [
      "claims of another form",
      new SignedTokens("a secret of some length", "test", z.object({ expires: z.int() })).sign({ expires: claims.expires }),
    ],
  ])("%s", (_, forged) => {
    expect(tokens.verify(forged, now)).toBeNull();
  });

  it("every truncation", () => {
    for (let length = 0; length < token.length; length += 1) expect(tokens.verify(token.slice(0, length), now)).toBeNull();
  });

  it("a change of any one character", () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(..."ABCabc019-_.= "), (at, character) => {
        fc.pre(token[at] !== character);
        expect(tokens.verify(token.slice(0, at) + character + token.slice(at + 1), now)).toBeNull();
      }),
    );
  });
});
