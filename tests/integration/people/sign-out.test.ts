import { expect, it } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { createAccount } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { admins, eventsOf, users } from "./calls";

const statusOf = async ({ bearer }: SignedIn) => (await me(requestTo("/api/auth/me", { headers: bearer }))).status;

it.each([
  ["user", users, "admin"],
  ["admin", admins, "superadmin"],
] as const)("signing a %s out everywhere ends all sessions of that account and no others", async (role, calls, by) => {
  const caller = await signedIn(by);
  const account = await createAccount(role);
  const sessions = [await signInAs(account), await signInAs(account)];
  const another = await signedIn(role);
  expect(await Promise.all(sessions.map(statusOf))).toEqual([200, 200]);

  const answer = await calls.signOut(caller, account.id);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ endedSessions: 2 });
  expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401]);
  expect(await Promise.all([caller, another].map(statusOf))).toEqual([200, 200]);
  expect((await eventsOf(account.id)).at(-1)).toMatchObject({
    action: "account.signed-out",
    actorId: caller.account.id,
    targetName: account.email,
    details: { role, endedSessions: 2 },
  });
  expect(await (await calls.signOut(caller, account.id)).json()).toMatchObject({ endedSessions: 0 });
  expect(await statusOf(await signInAs(account))).toBe(200);
});
