import { rm } from "node:fs/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { answerRequest } from "@/lib/accounts/password-resets/jobs";
import { ABSENT_ACCOUNT_HASH } from "@/lib/accounts/passwords/passwords";
import { signInWithClaims } from "@/lib/accounts/single-sign-on/mutations";
import type { UserSummary } from "@/lib/accounts/users/schema";
import { db, pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { ownNetwork, requestResetEmail } from "../password-resets/reset-calls";
import { accountOf, assignedTo, eventsOf, newAdmin, newUser, uniqueEmail } from "../people/calls";
import { acceptWith, expire, invitationOf, mailsTo, outbox, revoke, tokenFor } from "./invitation-calls";

const PASSWORD = "a harbour of her own";
const INVALID = "This invitation is no longer valid. It was used, revoked or replaced by a newer one.";
const EXPIRED = "This invitation has expired.";

let admin: SignedIn;

beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(() => db().invitation.deleteMany());
afterEach(() => rm(outbox, { recursive: true, force: true }));

/** Invites a user. @returns the user and the token of the mail */
async function invite(): Promise<{ user: UserSummary; token: string }> {
  const user = await newUser(admin, { invite: true, password: undefined, fullName: "A. Lovelace" });
  return { user, token: await tokenFor(user.email) };
}

const logIn = (email: string, password: string) =>
  login(requestTo("/api/auth/login", { method: "POST", body: { email, password }, headers: ownNetwork() }));

async function refusal(answer: Response): Promise<unknown> {
  const { message, fields } = await answer.json();
  return [answer.status, message, fields];
}

describe("accepting an invitation", () => {
  it("sets name and password, signs in, and keeps the assigned projects", async () => {
    const { user, token } = await invite();
    const projects = await assignedTo(user._id);
    const answer = await acceptWith({ token, fullName: " Ada  Lovelace " });
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toMatchObject({ user: { _id: user._id, fullName: "Ada Lovelace" }, message: "Account created." });
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    const own = await me(requestTo("/api/auth/me", { headers: { authorization: `Bearer ${body.token}` } }));
    expect((await own.json()).user.assignedProjects.map(({ _id }: { _id: string }) => _id)).toEqual(projects);
    expect(await invitationOf(user._id)).toBeNull();
    const details = { before: { name: "A. Lovelace" }, after: { name: "Ada Lovelace" } };
    expect((await eventsOf(user._id)).at(-1)).toMatchObject({ action: "invitation.accepted", actorId: user._id, details });
    expect(await db().auditEvent.count({ where: { action: "session.created", actorId: user._id } })).toBe(1);
    expect(await db().accountNotice.count({ where: { accountId: user._id, notice: { path: ["kind"], equals: "password-changed" } } })).toBe(
      0,
    );
    expect((await logIn(user.email, PASSWORD)).status).toBe(200);
  });

  it("works once", async () => {
    const { token } = await invite();
    expect((await acceptWith({ token })).status).toBe(200);
    expect(await refusal(await acceptWith({ token }))).toEqual([400, INVALID, { token: INVALID }]);
  });

  it("works once when the link is used twice at the same time", async () => {
    const { user, token } = await invite();
    const answers = await Promise.all(
      ["one of the passwords", "the other password"].map((newPassword) => acceptWith({ token, newPassword })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await db().session.count({ where: { accountId: user._id } })).toBe(1);
    expect((await eventsOf(user._id)).filter(({ action }) => action === "invitation.accepted")).toHaveLength(1);
  });

  it("fails when the invitation is revoked while the call waits for the account", async () => {
    const { user, token } = await invite();
    const { answer } = await inTransaction(async (tx) => {
      await execute(tx, { text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [user._id] });
      const answer = acceptWith({ token });
      await until("the call waits", async () => {
        const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
        return rows.length > 0;
      });
      await execute(tx, { text: `DELETE FROM "Account" WHERE id = $1`, values: [user._id] });
      return { answer };
    });
    expect(await refusal(await answer)).toEqual([400, INVALID, { token: INVALID }]);
  });

  it("either wins against a revocation or fails, and never leaves a session without an account", async () => {
    const { user, token } = await invite();
    const [accepted, revoked] = await Promise.all([acceptWith({ token }), revoke(admin, user._id)]);
    expect([
      [200, 404],
      [400, 200],
    ]).toContainEqual([accepted.status, revoked.status]);
    expect(await db().account.count({ where: { id: user._id } })).toBe(accepted.status === 200 ? 1 : 0);
  });

  it("fails after 72 hours", async () => {
    const { user, token } = await invite();
    await expire(user._id);
    expect(await refusal(await acceptWith({ token }))).toEqual([400, EXPIRED, { token: EXPIRED }]);
    expect((await accountOf(user._id)).passwordHash).toBe(ABSENT_ACCOUNT_HASH);
  });

  it.each([
    [{ fullName: " " }, { fullName: "Full name is required" }],
    [{ newPassword: "seven77" }, { newPassword: "Password must be at least 8 characters long" }],
    [{ newPassword: "password123" }, { newPassword: expect.stringContaining("most common") }],
    [{ newPassword: "ADA LOVELACE" }, { newPassword: expect.stringContaining("name or the email address") }],
    [{ token: "no token" }, { token: INVALID }],
    [{ token: "a".repeat(43) }, { token: INVALID }],
  ])("returns 400 for %j and leaves the invitation valid", async (wrong, fields) => {
    const { token } = await invite();
    const answer = await acceptWith({ token, ...wrong });
    expect([answer.status, (await answer.json()).fields]).toEqual([400, fields]);
    expect((await acceptWith({ token })).status).toBe(200);
  });

  it("is refused to pages of other sites", async () => {
    const { token } = await invite();
    expect((await acceptWith({ token }, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await acceptWith({ token })).status).toBe(200);
  });

  it("is limited for each network", async () => {
    const headers = ownNetwork();
    for (let attempt = 0; attempt < 50; attempt += 1) expect((await acceptWith({ token: "a".repeat(43) }, headers)).status).toBe(400);
    const answer = await acceptWith({ token: "a".repeat(43) }, headers);
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const { token } = await invite();
    expect((await acceptWith({ token })).status).toBe(200);
  });
});

describe("without accepting", () => {
  it("no password signs in", async () => {
    const { user } = await invite();
    for (const password of [ABSENT_ACCOUNT_HASH, "A", PASSWORD]) expect((await logIn(user.email, password)).status).toBe(401);
  });

  it("a password reset sends no mail, also after the invitation has expired", async () => {
    const { user } = await invite();
    for (const step of [async () => undefined, () => expire(user._id)]) {
      await step();
      const [invited, unknown] = [await requestResetEmail({ email: user.email }), await requestResetEmail({ email: uniqueEmail() })];
      expect([invited.status, await invited.text()]).toEqual([unknown.status, await unknown.text()]);
      for (const { id } of await db().passwordResetRequest.findMany()) await answerRequest(id, new AbortController().signal);
      expect(await db().passwordReset.count({ where: { accountId: user._id } })).toBe(0);
      expect(await mailsTo(user.email)).toHaveLength(1);
    }
  });
});

it("single sign-on with the invited address accepts the invitation", async () => {
  const superadmin = await signedIn("superadmin");
  const invited = await newAdmin(superadmin, { invite: true, password: undefined });
  const token = await tokenFor(invited.email);
  const settings = {
    issuer: "https://login.example.com",
    clientId: "sea-vision",
    clientSecret: "secret",
    label: "single sign-on",
    allowedDomains: ["example.com"],
    groupsClaim: null,
    roleClaim: null,
    isOnly: false,
  };
  const claims = { iss: settings.issuer, sub: invited._id, email: invited.email, email_verified: true, name: "Grace" };
  const { outcome } = await signInWithClaims(claims, settings, { address: "192.0.2.1", userAgent: "test" }, []);
  expect(outcome).toBe("signed-in");
  expect(await invitationOf(invited._id)).toBeNull();
  expect((await acceptWith({ token })).status).toBe(400);
  const events = (await eventsOf(invited._id)).filter(({ action }) => action === "invitation.accepted");
  expect(events).toMatchObject([{ actorId: invited._id, details: { via: "single sign-on" } }]);
});
