import { beforeAll, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { findViewerByApiToken } from "@/lib/accounts/api-tokens/data";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { db } from "@/lib/db/client";
import { assign, createAccount, createApiToken, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { ownNetwork } from "../password-resets/reset-calls";
import { callsOf } from "../projects/calls";
import { formOf, newUser, users } from "./calls";

const PASSWORD = "a harbour of her own";
const LATER = new Date(Date.now() + 3_600_000);

let admin: SignedIn;

beforeAll(async () => {
  admin = await signedIn("admin");
});

const logIn = (email: string) =>
  login(requestTo("/api/auth/login", { method: "POST", body: { email, password: PASSWORD }, headers: ownNetwork() }));

describe("an account with an end", () => {
  it("signs in before the end, and neither signs in nor uses sessions and API tokens after it", async () => {
    const account = await createAccount("user", { passwordHash: await hashPassword(PASSWORD) });
    const [{ token }, apiToken] = [await signInAs(account), await createApiToken(account.id, "read")];
    const endsAt = (expiresAt: Date) => db().account.update({ where: { id: account.id }, data: { expiresAt } });
    await endsAt(LATER);
    expect((await logIn(account.email)).status).toBe(200);
    expect(await findViewerByToken(token)).not.toBeNull();
    expect(await findViewerByApiToken(apiToken.token)).not.toBeNull();
    await endsAt(new Date(Date.now() - 1));
    expect((await logIn(account.email)).status).toBe(401);
    expect(await findViewerByToken(token)).toBeNull();
    expect(await findViewerByApiToken(apiToken.token)).toBeNull();
  });

  it("keeps its end when a form says nothing about it, and loses it with null", async () => {
    const user = await newUser(admin, { expiresAt: LATER.toISOString() });
    expect(user.expiresAt).toBe(LATER.toISOString());
    const change = formOf(user);
    const endAfter = async (more: object) => {
      expect((await users.edit(admin, user._id, { ...change, ...more })).status).toBe(200);
      return (await db().account.findUnique({ where: { id: user._id } }))?.expiresAt ?? null;
    };
    expect(await endAfter({})).toEqual(LATER);
    expect(await endAfter({ expiresAt: null })).toBeNull();
    expect((await users.edit(admin, user._id, { ...change, expiresAt: "tomorrow" })).status).toBe(400);
  });
});

describe("an assignment with an end", () => {
  it("keeps its end through the trash, and an ended one does not come back", async () => {
    const [project, staying, ended] = [await createProject(null), await createAccount("user"), await createAccount("user")];
    await assign(project.id, staying.id, LATER);
    await assign(project.id, ended.id, new Date(Date.now() - 1_000));
    const calls = callsOf(admin);
    expect((await calls.remove(project.id)).status).toBe(200);
    expect(await db().assignment.count({ where: { projectId: project.id } })).toBe(0);
    expect((await calls.restore(project.id)).status).toBe(200);
    const rows = await db().assignment.findMany({ where: { projectId: project.id } });
    expect(rows).toMatchObject([{ accountId: staying.id, expiresAt: LATER }]);
  });

  it("is renewed without an end when the project is assigned again", async () => {
    const [project, user] = [await createProject(null), await createAccount("user")];
    await assign(project.id, user.id, new Date(Date.now() - 1_000));
    expect((await callsOf(admin).edit(project.id, { assignUserIds: [user.id] })).status).toBe(200);
    expect(await db().assignment.findMany({ where: { projectId: project.id } })).toMatchObject([{ accountId: user.id, expiresAt: null }]);
  });
});
