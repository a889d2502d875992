import { randomUUID } from "node:crypto";
import { passkeyCreationOptions } from "@/lib/accounts/passkeys/mutations";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Account } from "@/lib/generated/prisma/client";
import { createAccount } from "../setup/fixtures";
import { signInAs } from "../setup/signed-in";
import { SoftwareAuthenticator } from "../setup/software-authenticator";
import type { Ask } from "./ask";
import { type Call, type Caller, everyone, type Row, signedIn } from "./row";
import { newInvitation, type World } from "./world";

const newAuthenticator = () => new SoftwareAuthenticator(env().appOrigin);

/** A passkey that the caller adds. Callers without an account send one of the superadmin. */
async function addCall({ people }: World, caller: Caller): Promise<Call> {
  const { account } = people[caller === "anonymous" || caller === "deleted" ? "superadmin" : caller];
  return { body: { name: "Laptop", response: newAuthenticator().create(await passkeyCreationOptions(account)) } };
}

async function storedPasskey(accountId: string): Promise<string> {
  const data = { accountId, credentialId: randomUUID(), publicKey: Buffer.alloc(1), counter: 0, name: "Laptop" };
  return (await db().passkey.create({ data })).id;
}

/** A sign-in with a passkey that was added as clients add it. */
async function signInCall(ask: Ask, account: Account): Promise<Call> {
  // A session of its own: a sign-in of this row ends that of its caller.
  const { browser } = await signInAs(account);
  const authenticator = newAuthenticator();
  const response = authenticator.create(await passkeyCreationOptions(account));
  await ask("/api/auth/passkeys", { method: "POST", headers: browser, body: { name: "Laptop", response } });
  const { body } = await ask("/api/auth/passkey-sign-in/options", { method: "POST" });
  return { body: { response: authenticator.get(JSON.parse(body) as { challenge: string }) } };
}

const ofUser = async ({ people }: World, body?: unknown): Promise<Call> => ({
  path: `/api/auth/passkeys/${await storedPasskey(people.user.account.id)}`,
  body,
});
const ofMissing = (body?: unknown): Call => ({ path: `/api/auth/passkeys/${randomUUID()}`, body });

const OWN = "/api/auth/passkeys";
const ONE = "/api/auth/passkeys/[id]";
const SIGN_IN = "/api/auth/passkey-sign-in";

const ACCEPT = "/api/auth/accept-invitation/passkey";

async function acceptCall(): Promise<Call> {
  const { id, token } = await newInvitation("user");
  const account = await db().account.findUniqueOrThrow({ where: { id } });
  const passkey = newAuthenticator().create(await passkeyCreationOptions(account));
  return { body: { token, fullName: "New User", passkey } };
}

export const passkeyRows: readonly Row[] = [
  {
    method: "POST",
    route: `${ACCEPT}/options`,
    outcomes: everyone(200),
    call: async () => ({ body: { token: (await newInvitation("user")).token } }),
  },
  {
    method: "POST",
    route: `${ACCEPT}/options`,
    what: "of no token",
    outcomes: everyone(400),
    call: () => ({ body: { token: "a".repeat(43) } }),
  },
  { method: "POST", route: ACCEPT, outcomes: everyone(200), call: acceptCall },
  { method: "GET", route: OWN, outcomes: signedIn(200), tokens: "session" },
  { method: "POST", route: `${OWN}/options`, outcomes: signedIn(200), tokens: "session" },
  { method: "POST", route: OWN, outcomes: signedIn(201), tokens: "session", call: addCall },
  {
    method: "PATCH",
    route: ONE,
    what: "of user",
    outcomes: [401, 200, 404, 404, 404, 401],
    tokens: "session",
    call: (world) => ofUser(world, { name: "Phone" }),
  },
  {
    method: "PATCH",
    route: ONE,
    what: "of a missing target",
    outcomes: signedIn(404),
    tokens: "session",
    call: () => ofMissing({ name: "Phone" }),
  },
  {
    method: "DELETE",
    route: ONE,
    what: "of user",
    outcomes: [401, 200, 404, 404, 404, 401],
    tokens: "session",
    call: (world) => ofUser(world),
  },
  { method: "DELETE", route: ONE, what: "of a missing target", outcomes: signedIn(404), tokens: "session", call: () => ofMissing() },
  { method: "POST", route: `${SIGN_IN}/options`, outcomes: everyone(200) },
  { method: "POST", route: SIGN_IN, outcomes: everyone(200), call: ({ people }, _caller, ask) => signInCall(ask, people.user.account) },
  {
    method: "POST",
    route: SIGN_IN,
    what: "of a removed passkey",
    outcomes: everyone(401),
    call: async ({ people }, _caller, ask) => {
      const call = await signInCall(ask, people.other.account);
      await db().passkey.deleteMany({ where: { accountId: people.other.account.id } });
      return call;
    },
  },
  {
    method: "POST",
    route: SIGN_IN,
    what: "of a deleted account",
    outcomes: everyone(401),
    call: async (_world, _caller, ask) => {
      const account = await createAccount("user");
      const call = await signInCall(ask, account);
      await db().account.delete({ where: { id: account.id } });
      return call;
    },
  },
];
