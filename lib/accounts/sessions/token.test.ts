import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { keyFor, type SessionClaims, signToken, verifyToken } from "./token";

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

function claims(given: Partial<SessionClaims> = {}): SessionClaims {
  return { sub: randomUUID(), sid: randomUUID(), email: "a@example.com", fullName: "Zoë", role: "user", exp: inAnHour(), ...given };
}

function sign(payload: Record<string, unknown>, key: Uint8Array, alg = "HS256"): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg }).sign(key);
}

describe("a session token", () => {
  it("contains its claims", async () => {
    const said = claims();
    expect(await verifyToken(await signToken(said))).toEqual(said);
  });

  it("can be read without the key", async () => {
    const token = await signToken(claims());
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ email: "a@example.com", fullName: "Zoë", role: "user" });
  });

  it("is invalid from its expiry on", async () => {
    expect(await verifyToken(await signToken(claims({ exp: Math.floor(Date.now() / 1000) - 1 })))).toBeNull();
  });

  it.each([
    ["another key", () => sign({ ...claims() }, new Uint8Array(32))],
    ["a key of ours for another purpose", () => sign({ ...claims() }, keyFor("map ticket"))],
    ["another algorithm of the same key", () => sign({ ...claims() }, keyFor("session token"), "HS512")],
    ["no signature", async () => new UnsecuredJWT({ ...claims() }).encode()],
    ["no expiry", () => sign({ ...claims(), exp: undefined }, keyFor("session token"))],
    ["no session", () => sign({ ...claims(), sid: undefined }, keyFor("session token"))],
    ["an invalid session id", () => sign({ ...claims(), sid: "1 OR 1=1" }, keyFor("session token"))],
    ["an unknown role", () => sign({ ...claims(), role: "root" }, keyFor("session token"))],
  ])("is invalid with %s", async (_, forge) => {
    expect(await verifyToken(await forge())).toBeNull();
  });

  it("is invalid with a character changed, added or removed", async () => {
    const token = await signToken(claims());
    for (let at = 0; at < token.length; at += 1) {
      expect(await verifyToken(token.slice(0, at))).toBeNull();
    }
    const change = fc.tuple(fc.nat(token.length - 1), fc.string({ unit: "binary", minLength: 1, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, text]) => {
        const changed = token.slice(0, at) + text + token.slice(at + text.length);
        fc.pre(changed !== token);
        expect(await verifyToken(changed)).toBeNull();
      }),
    );
  });

  it("has only one valid encoding", async () => {
    const token = await signToken(claims());
    const signature = token.slice(token.lastIndexOf(".") + 1);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=";
    const others = Array.from(letters, (letter) => token.slice(0, -1) + letter).filter((other) => other !== token);
    // Two bits of the last character are unused. Node also accepts + and / for - and _.
    const decoded = others
      .filter((other) => /[\w-]$/.test(other))
      .map((other) => Buffer.from(other.slice(-signature.length), "base64url").toString("hex"));
    expect(decoded.filter((bytes) => bytes === Buffer.from(signature, "base64url").toString("hex"))).toHaveLength(3);
    const spread = [...signature].map((_, at) => `${token.slice(0, at - signature.length)} ${token.slice(at - signature.length)}`);
    for (const other of [...others, ...spread, `${token}=`, `${token}==`, `${token}\n`, ` ${token}`, `${token}\t`]) {
      expect([other, await verifyToken(other)]).toEqual([other, null]);
    }
    expect(await verifyToken(token)).not.toBeNull();
  });

  it("is not found in garbage", async () => {
    for (const garbage of ["", ".", "..", "...", "null", "undefined", "e30.e30.e30", "{}", "é", "\u0000", "a".repeat(100_000)]) {
      expect(await verifyToken(garbage)).toBeNull();
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        expect(await verifyToken(text)).toBeNull();
      }),
    );
  });
});
