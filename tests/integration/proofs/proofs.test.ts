import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as createAdmin } from "@/app/api/admin/create/route";
import { DELETE as deleteAdmin } from "@/app/api/admin/delete/[id]/route";
import { PUT as editAdmin } from "@/app/api/admin/edit/[id]/route";
import { POST as logIn } from "@/app/api/auth/login/route";
import { GET as methods, POST as prove } from "@/app/api/auth/proof/route";
import { POST as createToken } from "@/app/api/auth/tokens/route";
import { DELETE as deleteProject } from "@/app/api/project/delete/[id]/route";
import { POST as createLink } from "@/app/api/project/share-links/route";
import { DELETE as deletePermanently } from "@/app/api/project/trash/[id]/route";
import { POST as createUser } from "@/app/api/user/create/route";
import { PUT as editUser } from "@/app/api/user/edit/[id]/route";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import type { Role } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { assign, createAccount, createApiToken, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signInAs } from "../../setup/signed-in";
import { ownCalls, sendPassword } from "../settings/own-account";

const PASSWORD = "a long pass phrase";

async function signedIn(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { passwordHash: await hashPassword(PASSWORD) }));
}

/** Makes the last proof of a session as old as that. */
async function agePast({ session }: SignedIn, minutes: number): Promise<void> {
  await db().session.update({ where: { id: session.id }, data: { provenAt: new Date(Date.now() - minutes * 60_000) } });
}

const inPath = (id: string) => ({ params: Promise.resolve({ id }) });
const newAdmin = () => ({ name: "Ada", email: `${randomUUID()}@example.com`, password: "another long pass phrase" });

async function newUser() {
  const { id } = await createProject(null);
  return { fullName: "Ada", email: `${randomUUID()}@example.com`, password: "another long pass phrase", assignedProjects: [id] };
}

async function editUserWith(headers: HeadersInit, change: object): Promise<Response> {
  const { id } = await createAccount("user");
  const { password: _, ...user } = await newUser();
  await assign(user.assignedProjects[0] ?? "", id);
  const { email } = await db().account.findUniqueOrThrow({ where: { id } });
  const body = { ...user, email, ...change };
  return editUser(requestTo(`/api/user/edit/${id}`, { method: "PUT", headers, body }), inPath(id));
}

type Change = (headers: HeadersInit) => Promise<Response>;

const changes: readonly (readonly [string, number, Change])[] = [
  [
    "creating an API token",
    201,
    (headers) =>
      createToken(requestTo("/api/auth/tokens", { method: "POST", headers, body: { name: "Build", scope: "read", expiresInDays: 7 } })),
  ],
  ["creating an admin", 201, (headers) => createAdmin(requestTo("/api/admin/create", { method: "POST", headers, body: newAdmin() }))],
  [
    "changing an admin",
    200,
    async (headers) => {
      const { id } = await createAccount("admin");
      return editAdmin(requestTo(`/api/admin/edit/${id}`, { method: "PUT", headers, body: newAdmin() }), inPath(id));
    },
  ],
  [
    "deleting an admin",
    200,
    async (headers) => {
      const { id } = await createAccount("admin");
      return deleteAdmin(requestTo(`/api/admin/delete/${id}`, { method: "DELETE", headers }), inPath(id));
    },
  ],
  [
    "creating a user",
    201,
    async (headers) => createUser(requestTo("/api/user/create", { method: "POST", headers, body: await newUser() })),
  ],
  ["setting a user's password", 200, (headers) => editUserWith(headers, { password: "another long pass phrase" })],
  ["changing a user's address", 200, (headers) => editUserWith(headers, { email: `${randomUUID()}@example.com` })],
  [
    "creating a share link",
    200,
    async (headers) => {
      const { id: projectId } = await createProject(null);
      const body = { projectId, label: "Harbour office" };
      return createLink(requestTo("/api/project/share-links", { method: "POST", headers, body }));
    },
  ],
  [
    "deleting a project permanently",
    200,
    async (headers) => {
      const { id } = await createProject(null);
      await db().project.update({ where: { id }, data: { trashedAt: new Date() } });
      return deletePermanently(requestTo(`/api/project/trash/${id}`, { method: "DELETE", headers }), inPath(id));
    },
  ],
];

describe.each(changes)("%s", (_, done, change) => {
  it("needs a proof of the last 15 minutes", async () => {
    const caller = await signedIn("superadmin");
    await agePast(caller, 14);
    expect((await change(caller.browser)).status).toBe(done);
    await agePast(caller, 15);
    for (const headers of [caller.browser, caller.bearer]) {
      const refused = await change(headers);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ fields: { proof: "Please confirm that it is you." } });
    }
  });
});

it("the trash needs no proof, and neither does a user's name", async () => {
  const caller = await signedIn("superadmin");
  await agePast(caller, 60);
  const { id } = await createProject(null);
  const answer = await deleteProject(requestTo(`/api/project/delete/${id}`, { method: "DELETE", headers: caller.bearer }), inPath(id));
  expect(answer.status).toBe(200);
  expect((await editUserWith(caller.bearer, { fullName: "Ada Lovelace" })).status).toBe(200);
});

it("a program's sign-in counts for twelve hours, and a later call says what it needs", async () => {
  const { account } = await signedIn("superadmin");
  const { token } = (await (await logIn(requestTo("/api/auth/login", { method: "POST", body: { email: account.email, password: PASSWORD } }))).json()) as { token: string }; // biome-ignore format: one line
  const headers = { authorization: `Bearer ${token}` };
  const create = async () => createUser(requestTo("/api/user/create", { method: "POST", headers, body: await newUser() }));
  const { id } = await db().session.findFirstOrThrow({ where: { accountId: account.id }, orderBy: { createdAt: "desc" } });
  const age = (hours: number) => db().session.update({ where: { id }, data: { provenAt: new Date(Date.now() - hours * 3_600_000) } });
  await age(11.9);
  expect((await create()).status).toBe(201);
  await age(12.1);
  const refused = await create();
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: "proof_required" })]);
  await prove(requestTo("/api/auth/proof", { method: "POST", headers, body: { password: PASSWORD } }));
  expect((await create()).status).toBe(201);
});

it("an API token needs no proof for what its scope allows", async () => {
  const { account } = await signedIn("admin");
  const { token } = await createApiToken(account.id, "everything");
  const { id } = await createProject(null);
  const headers = { authorization: `Bearer ${token}` };
  expect((await deleteProject(requestTo(`/api/project/delete/${id}`, { method: "DELETE", headers }), inPath(id))).status).toBe(200);
});

describe("the proof", () => {
  const send = (headers: HeadersInit, body: unknown) => prove(requestTo("/api/auth/proof", { method: "POST", headers, body }));
  const [, , change] = changes[0] as (typeof changes)[number];

  it("is the right password, for this session only", async () => {
    const caller = await signedIn("user");
    const other = await signInAs(caller.account);
    for (const one of [caller, other]) await agePast(one, 60);
    const wrong = await send(caller.browser, { password: "a wrong pass phrase" });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ fields: { password: "Current password is incorrect" } });
    expect((await change(caller.browser)).status).toBe(403);

    expect((await send(caller.browser, { password: PASSWORD })).status).toBe(200);
    expect((await change(caller.browser)).status).toBe(201);
    expect((await change(other.browser)).status).toBe(403);
    const actions = (await db().auditEvent.findMany({ where: { actorId: caller.account.id } })).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["session.proven", "account.password-refused"]));
  });

  it("is limited to ten wrong passwords", async () => {
    const caller = await signedIn("user");
    for (let guess = 0; guess < 10; guess += 1) expect((await send(caller.browser, { password: "wrong" })).status).toBe(400);
    expect((await send(caller.browser, { password: PASSWORD })).status).toBe(429);
  });

  it("is refused to pages of other sites, and without a password", async () => {
    const caller = await signedIn("user");
    expect((await send(caller.foreign, { password: PASSWORD })).status).toBe(403);
    expect((await send(caller.browser, { password: "" })).status).toBe(400);
    expect((await send(caller.browser, {})).status).toBe(400);
  });

  it("is given by a new password too", async () => {
    const caller = await signedIn("user");
    await agePast(caller, 60);
    const { currentField } = ownCalls.user.password;
    const body = { [currentField]: PASSWORD, newPassword: "the next long pass phrase" };
    expect((await sendPassword("user", caller.browser, body)).status).toBe(200);
    expect((await change(caller.browser)).status).toBe(201);
  });
});

it("an account is told how it can prove who it is", async () => {
  const read = async ({ browser }: SignedIn) => (await methods(requestTo("/api/auth/proof", { headers: browser }))).json();
  expect(await read(await signedIn("user"))).toEqual({ methods: ["password"] });
});
