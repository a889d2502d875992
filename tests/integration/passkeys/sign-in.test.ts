import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { expiredChallengeSweep } from "@/lib/accounts/passkeys/jobs";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { requestTo, signedIn } from "../../setup/signed-in";
import type { Forgery } from "../../setup/software-authenticator";
import { addedPasskey, anotherNetwork, creationOptionsFor, optionsCall, removeCall, signInOptions, signInWith } from "./passkey-calls";

const REFUSED = "This passkey can't sign in here.";

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(401);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(await answer.json()).toMatchObject({ message: REFUSED });
}

const reasonsFor = async (accountId: string) =>
  (await db().auditEvent.findMany({ where: { action: "session.refused", targetId: accountId }, orderBy: { at: "asc" } })).map(
    ({ details }) => details,
  );

describe("POST /api/auth/passkey-sign-in", () => {
  it("signs in without a password, with the answer and cookies of a sign-in", async () => {
    const person = await signedIn("admin");
    const { authenticator, passkey } = await addedPasskey(person);
    const answer = await signInWith(authenticator.get(await signInOptions()));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { token, user, message } = await answer.json();
    expect({ user: user.email, message }).toEqual({ user: person.account.email, message: "Login successful." });
    expect(answer.headers.getSetCookie()).toEqual([
      `sea-vision.session=${token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^sea-vision\.device=[\w-]+\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${token}` } }))).status).toBe(200);
    expect(await db().passkey.findUnique({ where: { id: passkey._id } })).toMatchObject({ lastUsedAt: expect.any(Date) });
  });

  it("refuses a response that was used", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    const response = authenticator.get(await signInOptions());
    expect((await signInWith(response)).status).toBe(200);
    await expectRefused(await signInWith(response));
  });

  it("accepts one of several requests with the same response at once", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    const response = authenticator.get(await signInOptions());
    const answers = await Promise.all(Array.from({ length: 5 }, () => signInWith(response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  const forgeries: [what: string, forgery: Forgery][] = [
    ["of another site", { origin: "https://evil.example" }],
    ["of a map on a subdomain", { origin: "http://0190b6b4-3c1e-7d2a-9f00-5a5a5a5a5a5a.localhost:3001" }],
    ["of a map on another port", { origin: "http://localhost:3001" }],
    ["for another host", { rpId: "evil.example" }],
    ["for a subdomain", { rpId: "maps.localhost" }],
    ["without user verification", { isVerified: false }],
    ["with a wrong signature", { isSignatureWrong: true }],
    ["of a registration", { type: "webauthn.create" }],
    ["for the handle of another account", { userHandle: randomBytes(16).toString("base64url") }],
  ];
  it.each(forgeries)("refuses a response %s, and uses up its challenge", async (_what, forgery) => {
    const person = await signedIn("user");
    const { authenticator } = await addedPasskey(person);
    const options = await signInOptions();
    await expectRefused(await signInWith(authenticator.get(options, forgery)));
    expect(await db().session.count({ where: { accountId: person.account.id } })).toBe(1);
    expect(await reasonsFor(person.account.id)).toEqual([{ via: "passkey", reason: "response" }]);
    await expectRefused(await signInWith(authenticator.get(options)));
  });

  it("refuses a response from a frame in another site", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    await expectRefused(await signInWith(authenticator.get(await signInOptions(), { crossOrigin: true })));
  });

  it("refuses a challenge that we did not make, one of a registration, and an expired one", async () => {
    const person = await signedIn("user");
    const { authenticator } = await addedPasskey(person);
    await expectRefused(await signInWith(authenticator.get({ challenge: randomBytes(32).toString("base64url") })));
    await expectRefused(await signInWith(authenticator.get(await creationOptionsFor(person))));
    const { challenge } = await signInOptions();
    await db().passkeyChallenge.update({ where: { challenge }, data: { expiresAt: new Date(Date.now() - 1) } });
    await expectRefused(await signInWith(authenticator.get({ challenge })));
    expect(await reasonsFor(person.account.id)).toEqual(Array.from({ length: 3 }, () => ({ via: "passkey", reason: "challenge" })));
  });

  it("refuses a challenge with a character that the database can't store", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    await expectRefused(await signInWith(authenticator.get({ challenge: "a\u0000b" })));
  });

  it("refuses a counter that does not advance, and records it", async () => {
    const person = await signedIn("user");
    const { authenticator } = await addedPasskey(person);
    authenticator.counter = 6;
    expect((await signInWith(authenticator.get(await signInOptions()))).status).toBe(200);
    authenticator.counter = 6;
    await expectRefused(await signInWith(authenticator.get(await signInOptions())));
    authenticator.counter = 0;
    await expectRefused(await signInWith(authenticator.get(await signInOptions())));
    expect(await reasonsFor(person.account.id)).toEqual([
      { via: "passkey", reason: "counter" },
      { via: "passkey", reason: "counter" },
    ]);
    authenticator.counter = 7;
    expect((await signInWith(authenticator.get(await signInOptions()))).status).toBe(200);
  });

  it("refuses a removed passkey and one of a deleted account with the same answer", async () => {
    const person = await signedIn("user");
    const { authenticator, passkey } = await addedPasskey(person);
    expect((await removeCall(person, passkey._id)).status).toBe(200);
    await expectRefused(await signInWith(authenticator.get(await signInOptions())));
    const other = await signedIn("user");
    const { authenticator: second } = await addedPasskey(other);
    await db().account.delete({ where: { id: other.account.id } });
    await expectRefused(await signInWith(second.get(await signInOptions())));
  });

  it("returns 400 for what is no response of WebAuthn", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    const response = authenticator.get(await signInOptions());
    expect((await signInWith({ ...response, id: "not base64url!" })).status).toBe(400);
    const garbage = { ...response.response, authenticatorData: "AAAA" };
    expect((await signInWith({ ...response, response: garbage })).status).toBe(401);
  });

  it("returns 429 after 100 wrong responses of a network", async () => {
    const { authenticator } = await addedPasskey(await signedIn("user"));
    const network = anotherNetwork();
    const wrong = authenticator.get({ challenge: "unknown" });
    for (let made = 0; made < 100; made += 1) expect((await signInWith(wrong, network)).status).toBe(401);
    const answer = await signInWith(authenticator.get(await signInOptions()), network);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the options of a sign-in", () => {
  it("require user verification on our host, and name no passkey", async () => {
    expect(await signInOptions()).toEqual({
      rpId: new URL(env().appOrigin).hostname,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: "required",
    });
  });

  it("are limited to 300 in 15 minutes for a network", async () => {
    const network = anotherNetwork();
    for (let made = 0; made < 300; made += 1) await signInOptions(network);
    expect((await optionsCall(network)).status).toBe(429);
  });

  it("end after five minutes, and are deleted", async () => {
    const { challenge } = await signInOptions();
    const row = await db().passkeyChallenge.findUniqueOrThrow({ where: { challenge } });
    expect(row.expiresAt.getTime() - Date.now()).toBeGreaterThan(290_000);
    expect(row.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(300_000);
    await db().passkeyChallenge.update({ where: { challenge }, data: { expiresAt: new Date(Date.now() - 1) } });
    const kept = await signInOptions();
    await expiredChallengeSweep.run(new AbortController().signal);
    const left = await db().passkeyChallenge.findMany({ where: { challenge: { in: [challenge, kept.challenge] } } });
    expect(left.map((one) => one.challenge)).toEqual([kept.challenge]);
  });
});
