import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { DELETE as deleteProject } from "@/app/api/project/delete/[id]/route";
import { PUT as editProject } from "@/app/api/project/edit/[id]/route";
import { POST as restoreProject } from "@/app/api/project/trash/restore/[id]/route";
import { PUT as changePreferences } from "@/app/api/user/preferences/route";
import { sendNotices } from "@/lib/accounts/notices/jobs";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Account } from "@/lib/generated/prisma/client";
import { createAccount, createProject } from "../../setup/fixtures";
import { requestTo, signedIn, signInAs } from "../../setup/signed-in";
import { admins, newUser, users } from "../people/calls";
import { PASSWORD, sendPassword, signedInWithPassword } from "../settings/own-account";

const outbox = path.join(env().dataDir, "outbox");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

beforeEach(() => db().accountNotice.deleteMany());
afterEach(() => rm(outbox, { recursive: true, force: true }));

/** Sends every notice that is due, as each of several workers would. @returns the mails to an address */
async function mailsTo(address: string, workers = 1): Promise<Email[]> {
  await Promise.all(Array.from({ length: workers }, () => sendNotices(new AbortController().signal)));
  const names = (await readdir(outbox).catch(() => [])).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
  return mails.filter(({ to }) => to?.[0]?.address === address);
}

const subjectsTo = async (address: string, workers?: number) => (await mailsTo(address, workers)).map(({ subject }) => subject);

async function accountWithPassword(): Promise<Account> {
  return createAccount("user", { passwordHash: await hashPassword(PASSWORD) });
}

/** Signs in from a network address. @returns the cookies of the answer */
async function signIn({ email }: Account, address: string, more: Record<string, string> = {}): Promise<string> {
  const headers = { "x-sea-vision-client-address": address, "user-agent": FIREFOX, ...more };
  const answer = await login(requestTo("/api/auth/login", { method: "POST", headers, body: { email, password: PASSWORD } }));
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

describe("a sign-in", () => {
  it("is mailed when it comes from a new device, and not the first time", async () => {
    const account = await accountWithPassword();
    await signIn(account, "192.0.2.1");
    expect(await mailsTo(account.email)).toEqual([]);
    await signIn(account, "192.0.2.2");
    const [mail, ...others] = await mailsTo(account.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("New sign-in to Sea-Vision");
    expect(mail?.text).toMatch(
      /Firefox on Linux signed in to your account \S+ from the address 192\.0\.2\.2 on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    );
    expect(mail?.text).toContain("http://localhost:3000/settings");
  });

  it("is not mailed from a known browser, or from the same program and address", async () => {
    const account = await accountWithPassword();
    const cookie = await signIn(account, "192.0.2.1");
    await signIn(account, "192.0.2.1");
    await signIn(account, "192.0.2.3", { cookie });
    expect(await mailsTo(account.email)).toEqual([]);
  });
});

describe("a new password", () => {
  it("is mailed when the user changed it", async () => {
    const caller = await signedInWithPassword("user");
    const change = { currentPassword: PASSWORD, newPassword: "the new one" };
    expect((await sendPassword("user", caller.browser, change)).status).toBe(200);
    const [mail] = await mailsTo(caller.account.email);
    expect(mail?.subject).toBe("Your Sea-Vision password was changed");
    expect(`${mail?.text}${mail?.html}`).not.toContain("the new one");
  });

  it("is mailed when an admin changed it, and not with a refused change", async () => {
    const superadmin = await signedIn("superadmin");
    const { account } = await signedIn("admin");
    const body = { name: account.name, email: account.email };
    expect((await admins.edit(superadmin, account.id, { ...body, password: "short" })).status).toBe(400);
    expect((await admins.edit(superadmin, account.id, body)).status).toBe(200);
    expect(await mailsTo(account.email)).toEqual([]);
    expect((await admins.edit(superadmin, account.id, { ...body, password: "a long enough one" })).status).toBe(200);
    expect(await subjectsTo(account.email)).toEqual(["Your Sea-Vision password was changed"]);
  });
});

describe("assigned maps", () => {
  it("are mailed by name, only the new ones, from both screens", async () => {
    const admin = await signedIn("admin");
    const [one, two, three] = [await createProject(null), await createProject(null), await createProject(null)];
    const user = await newUser(admin, { assignedProjects: [one.id] });
    expect(await subjectsTo(user.email)).toEqual([`You can now open the map ${one.name}`]);
    const { fullName, email, _id } = user;
    await users.edit(admin, _id, { fullName, email, assignedProjects: [one.id, two.id, three.id] });
    const [, mail] = await mailsTo(email);
    expect(mail?.subject).toBe("You can now open 2 more maps");
    expect(mail?.text).toContain(two.name);
    expect(mail?.text).not.toContain(one.name);
    await users.edit(admin, _id, { fullName, email, assignedProjects: [one.id] });
    const edit = requestTo(`/api/project/edit/${two.id}`, {
      method: "PUT",
      headers: admin.bearer,
      body: { description: "", assignUserIds: [_id] },
    });
    expect((await editProject(edit, { params: Promise.resolve({ id: two.id }) })).status).toBe(200);
    expect((await subjectsTo(email)).slice(2)).toEqual([`You can now open the map ${two.name}`]);
  });

  it("are not mailed to a user who turned that off", async () => {
    const admin = await signedIn("admin");
    const user = await newUser(admin);
    await db().accountNotice.deleteMany();
    const { browser: headers } = await signInAs(await db().account.findUniqueOrThrow({ where: { id: user._id } }));
    const body = { mailsAssignments: false };
    expect((await changePreferences(requestTo("/api/user/preferences", { method: "PUT", headers, body }))).status).toBe(200);
    const { fullName, email, _id } = user;
    await users.edit(admin, _id, { fullName, email, assignedProjects: [(await createProject(null)).id], password: "a long enough one" });
    expect(await subjectsTo(email)).toEqual(["Your Sea-Vision password was changed"]);
    expect(await db().accountNotice.count()).toBe(0);
  });
});

describe("a project that is restored from the trash", () => {
  it("is not mailed to its users again", async () => {
    const admin = await signedIn("admin");
    const project = await createProject(null);
    const user = await newUser(admin, { assignedProjects: [project.id] });
    await db().accountNotice.deleteMany();
    const context = { params: Promise.resolve({ id: project.id }) };
    const headers = admin.bearer;
    const gone = await deleteProject(requestTo(`/api/project/delete/${project.id}`, { method: "DELETE", headers }), context);
    expect(gone.status).toBe(200);
    const back = requestTo(`/api/project/trash/restore/${project.id}`, { method: "POST", headers, body: {} });
    expect((await restoreProject(back, context)).status).toBe(200);
    expect(await db().assignment.count({ where: { accountId: user._id } })).toBe(1);
    expect(await mailsTo(user.email)).toEqual([]);
  });
});

describe("sendNotices", () => {
  const store = (accountId: string) =>
    db().accountNotice.create({ data: { accountId, notice: { kind: "password-changed", at: new Date().toISOString() } } });

  it("sends each notice once, with several workers", async () => {
    const { id, email } = await createAccount("user");
    for (let made = 0; made < 20; made += 1) await store(id);
    expect(await mailsTo(email, 4)).toHaveLength(20);
  });

  it("keeps a notice that could not be sent for a later attempt, and gives up after a day", async () => {
    const { id, email } = await createAccount("user");
    const { id: notice } = await store(id);
    // A file in place of the folder.
    await writeFile(outbox, "");
    await sendNotices(new AbortController().signal);
    const later = await db().accountNotice.findUniqueOrThrow({ where: { id: notice } });
    expect(later.attempts).toBe(1);
    expect(later.dueAt.getTime()).toBeGreaterThan(Date.now());
    const old = { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1_000), dueAt: new Date(0) };
    await db().accountNotice.update({ where: { id: notice }, data: old });
    await sendNotices(new AbortController().signal);
    expect(await db().accountNotice.count({ where: { id: notice } })).toBe(0);
    await rm(outbox);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("forgets the notices of a deleted account", async () => {
    const { id, email } = await createAccount("user", { email: `${randomUUID()}@example.com` });
    await store(id);
    await db().account.delete({ where: { id } });
    expect(await mailsTo(email)).toEqual([]);
    expect(await db().accountNotice.count()).toBe(0);
  });
});
