import { newAuthenticator, sealSecret } from "@/lib/accounts/second-factors/codes";
import { db } from "@/lib/db/client";
import { everyone, type Row, signedIn, superadmins } from "./row";
import { nextAuthPost } from "./rows-sessions";
import { newHalfSignedIn, PASSWORD, type World } from "./world";

/** Gives an account an authenticator app. */
export async function addAuthenticator(accountId: string): Promise<void> {
  const secret = sealSecret(newAuthenticator("of a test").secret, accountId);
  const data = { accountId, secret, confirmedAt: new Date() };
  await db().authenticator.upsert({ where: { accountId }, create: data, update: data });
}

/** Gives every living account of a world an authenticator app. */
async function enrolAll({ people: { user, other, admin, superadmin } }: World) {
  await Promise.all([user, other, admin, superadmin].map(({ account }) => addAuthenticator(account.id)));
  return {};
}

/** Setting up, using and resetting second factors. */
export const secondFactorRows: readonly Row[] = [
  {
    method: "POST",
    route: "/api/auth/second-factor",
    outcomes: everyone(401),
    half: 200,
    tokens: [401, 401, 401, 401, 401],
    call: ({ half }) => ({ body: { code: half.recoveryCode } }),
  },
  {
    method: "POST",
    route: "/api/auth/second-factor",
    what: "with a wrong code",
    outcomes: everyone(401),
    tokens: [401, 401, 401, 401, 401],
    call: () => ({ body: { code: "0000-0000-0000" } }),
  },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign in without the code",
    outcomes: everyone(401),
    call: ({ half: { email } }, _caller, ask) => nextAuthPost(ask, "callback/credentials", { email, password: PASSWORD }),
  },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign in with a wrong code",
    outcomes: everyone(401),
    call: ({ half: { email } }, _caller, ask) =>
      nextAuthPost(ask, "callback/credentials", { email, password: PASSWORD, code: "0000-0000-0000" }),
  },
  {
    method: "POST",
    route: "/api/auth/[...nextauth]",
    what: "sign in with the code",
    outcomes: everyone(200),
    call: async (_world, _caller, ask) => {
      const { email, recoveryCode } = await newHalfSignedIn();
      return nextAuthPost(ask, "callback/credentials", { email, password: PASSWORD, code: recoveryCode });
    },
  },
  { method: "POST", route: "/api/auth/authenticator", outcomes: signedIn(201), tokens: "session" },
  { method: "DELETE", route: "/api/auth/authenticator", outcomes: signedIn(200), tokens: "session", call: enrolAll },
  {
    method: "POST",
    route: "/api/auth/authenticator/confirm",
    what: "without one to confirm",
    outcomes: signedIn(409),
    tokens: "session",
    call: () => ({ body: { code: "123456" } }),
  },
  { method: "POST", route: "/api/auth/recovery-codes", outcomes: signedIn(200), tokens: "session", call: enrolAll },
  {
    method: "DELETE",
    route: "/api/superadmin/second-factors/[id]",
    outcomes: superadmins(200),
    tokens: "session",
    call: async ({ people: { other } }) => {
      await addAuthenticator(other.account.id);
      return { path: `/api/superadmin/second-factors/${other.account.id}` };
    },
  },
  {
    method: "DELETE",
    route: "/api/superadmin/second-factors/[id]",
    what: "of a superadmin",
    outcomes: superadmins(404),
    tokens: "session",
    call: async ({ people: { superadmin } }) => {
      await addAuthenticator(superadmin.account.id);
      return { path: `/api/superadmin/second-factors/${superadmin.account.id}` };
    },
  },
];
