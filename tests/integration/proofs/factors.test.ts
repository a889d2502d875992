import { beforeEach, expect, it } from "vitest";
import { GET as methods, POST as prove } from "@/app/api/auth/proof/route";
import { db } from "@/lib/db/client";
import { codeOf } from "../../setup/authenticator-app";
import { requestTo, type SignedIn } from "../../setup/signed-in";
import { addedPasskey, signInOptions } from "../passkeys/passkey-calls";
import { enrolled, stopClock, withPassword } from "../second-factors/enrolled";

beforeEach(stopClock);

const send = ({ browser }: SignedIn, body: unknown) => prove(requestTo("/api/auth/proof", { method: "POST", headers: browser, body }));

const outdate = ({ session }: SignedIn) =>
  db().session.update({ where: { id: session.id }, data: { provenAt: new Date(Date.now() - 3_600_000) } });

async function isProven({ session }: SignedIn): Promise<boolean> {
  const { provenAt } = await db().session.findUniqueOrThrow({ where: { id: session.id } });
  return provenAt.getTime() > Date.now() - 60_000;
}

it("a code of the authenticator app proves once", async () => {
  const person = await enrolled();
  await outdate(person);
  const code = codeOf(person.secret);
  expect((await send(person, { code })).status).toBe(200);
  expect(await isProven(person)).toBe(true);

  await outdate(person);
  const again = await send(person, { code });
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ fields: { code: "This code is wrong or was used before." } });
  expect(await isProven(person)).toBe(false);
  expect(await db().auditEvent.count({ where: { actorId: person.account.id, action: "session.factor-refused" } })).toBe(1);
});

it("a recovery code proves once", async () => {
  const person = await enrolled();
  await outdate(person);
  const [code] = person.recoveryCodes;
  expect((await send(person, { code })).status).toBe(200);
  expect(await isProven(person)).toBe(true);
  expect((await send(person, { code })).status).toBe(400);
});

it("ten wrong codes are the most", async () => {
  const person = await enrolled();
  for (let guess = 0; guess < 10; guess += 1) expect((await send(person, { code: "000000" })).status).toBe(400);
  expect((await send(person, { code: codeOf(person.secret) })).status).toBe(429);
});

it("a passkey of the account proves, and one of another account does not", async () => {
  const [person, other] = [await withPassword(), await withPassword()];
  const [{ authenticator }, { authenticator: foreign }] = [await addedPasskey(person), await addedPasskey(other)];
  await outdate(person);
  expect((await send(person, { passkey: foreign.get(await signInOptions()) })).status).toBe(400);
  expect(await isProven(person)).toBe(false);
  const passkey = authenticator.get(await signInOptions());
  expect((await send(person, { passkey })).status).toBe(200);
  expect(await isProven(person)).toBe(true);
  expect((await send(person, { passkey })).status).toBe(400);
});

it("an account is told which factors it can use", async () => {
  const person = await enrolled();
  await addedPasskey(person);
  const answer = await methods(requestTo("/api/auth/proof", { headers: person.browser }));
  expect(await answer.json()).toEqual({ methods: ["password", "authenticator", "passkey", "recovery-code"] });
});
