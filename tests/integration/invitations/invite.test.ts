import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUT as editProject } from "@/app/api/project/edit/[id]/route";
import { listAdminRecipients } from "@/lib/accounts/data";
import { findInvitation } from "@/lib/accounts/invitations/data";
import { sendInvitations } from "@/lib/accounts/invitations/jobs";
import { sendNotices } from "@/lib/accounts/notices/jobs";
import { db } from "@/lib/db/client";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { admins, assignedTo, eventsOf, newAdmin, newUser, PASSWORD, projectsNamed, uniqueEmail, users } from "../people/calls";
import { acceptWith, expire, invitationOf, mailsTo, outbox, resend, revoke, tokenFor } from "./invitation-calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});
beforeEach(() => db().invitation.deleteMany());
afterEach(() => rm(outbox, { recursive: true, force: true }));

const invited = { invite: true, password: undefined };
const fieldOf = async (id: string) => (await (await users.details(admin, id)).json()).user.invitation;

describe("creating a user by invitation", () => {
  it("creates the account with its projects, mails a link, and shows each step in the list", async () => {
    const email = uniqueEmail();
    const projects = await projectsNamed("Alpha", "Beta");
    const body = { fullName: "Ada", email, invite: true, assignedProjects: projects };
    const answer = await users.create(admin, body);
    const { user, message } = await answer.json();
    expect([answer.status, message, user.invitation]).toEqual([201, "User invited successfully", { status: "sending", expiresAt: null }]);
    expect(await assignedTo(user._id)).toEqual(projects.toSorted());
    const expected = { actorId: admin.account.id, targetName: email };
    expect(await eventsOf(user._id)).toMatchObject([
      { ...expected, action: "account.created" },
      { ...expected, action: "invitation.sent" },
      { ...expected, action: "project.assigned" },
    ]);

    const [mail, ...others] = await mailsTo(email, 3);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You are invited to Sea-Vision");
    expect(mail?.text).toContain(`${admin.account.name} invites you to Sea-Vision, with the email address ${email}.`);
    expect(mail?.text).toContain("2 maps are waiting for you.");
    expect(await findInvitation(await tokenFor(email))).toEqual({
      id: user._id,
      role: "user",
      name: "Ada",
      email,
      isExpired: false,
      inviterName: admin.account.name,
    });
    const { status, expiresAt } = await fieldOf(user._id);
    expect(status).toBe("pending");
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 72 * 3_600_000)).toBeLessThan(60_000);
    await expire(user._id);
    expect((await fieldOf(user._id)).status).toBe("expired");
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it.each([
    [{ invite: true, password: PASSWORD }, { password: "Choose a password or an invitation, not both." }],
    [{ invite: false }, { password: "Password is required for new users" }],
    [{}, { password: "Password is required for new users" }],
    [{ invite: "yes" }, { invite: expect.any(String) }],
  ])("returns 400 for %j", async (choice, fields) => {
    const answer = await users.create(admin, {
      fullName: "Ada",
      email: uniqueEmail(),
      assignedProjects: await projectsNamed("A"),
      ...choice,
    });
    expect([answer.status, (await answer.json()).fields]).toEqual([400, fields]);
  });

  it("returns 409 for a used address, and mails nothing", async () => {
    const { email } = await newUser(admin, invited);
    const again = await users.create(admin, { fullName: "Ada", email, invite: true, assignedProjects: await projectsNamed("A") });
    expect(again.status).toBe(409);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("creates an invited admin, who gets no mails of admins yet", async () => {
    const { _id, email, invitation } = await newAdmin(superadmin, invited);
    expect(invitation).toEqual({ status: "sending", expiresAt: null });
    expect((await mailsTo(email))[0]?.text).not.toContain("waiting for you");
    expect((await listAdminRecipients(randomUUID(), [])).map(({ id }) => id)).not.toContain(_id);
    const page = await (await admins.all(superadmin, `?search=${email}`)).json();
    expect(page.admins).toMatchObject([{ _id, invitation: { status: "pending" } }]);
  });
});

describe("an invited user", () => {
  it("gets no mail about assigned maps", async () => {
    await db().accountNotice.deleteMany();
    const user = await newUser(admin, invited);
    const { id, name, description } = await createProject(null);
    const body = { name, description, assignUserIds: [user._id] };
    const request = requestTo(`/api/project/edit/${id}`, { method: "PUT", headers: admin.bearer, body });
    expect((await editProject(request, { params: Promise.resolve({ id }) })).status).toBe(200);
    expect(await db().accountNotice.count({ where: { accountId: user._id } })).toBe(2);
    await sendNotices(new AbortController().signal);
    expect(await db().accountNotice.count({ where: { accountId: user._id } })).toBe(0);
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(["You are invited to Sea-Vision"]);
  });

  it("is no longer invited once an admin sets a password", async () => {
    const user = await newUser(admin, invited);
    const token = await tokenFor(user.email);
    const body = { fullName: user.fullName, email: user.email, password: PASSWORD, assignedProjects: await assignedTo(user._id) };
    expect((await (await users.edit(admin, user._id, body)).json()).user.invitation).toBeNull();
    expect((await acceptWith({ token })).status).toBe(400);
    expect((await eventsOf(user._id)).at(-1)).toMatchObject({ action: "account.password-changed", details: { endedInvitation: true } });
  });

  it("gets a new link at a new address, and the former link ends", async () => {
    const user = await newUser(admin, invited);
    const former = await tokenFor(user.email);
    const email = uniqueEmail();
    const body = { fullName: "Ada", email, assignedProjects: await assignedTo(user._id) };
    expect((await users.edit(admin, user._id, body)).status).toBe(200);
    expect((await acceptWith({ token: former })).status).toBe(400);
    expect((await eventsOf(user._id)).at(-1)?.action).toBe("invitation.resent");
    expect((await acceptWith({ token: await tokenFor(email) })).status).toBe(200);
  });

  it("keeps the link when only the name is changed", async () => {
    const user = await newUser(admin, invited);
    const token = await tokenFor(user.email);
    const body = { fullName: "Grace", email: user.email, assignedProjects: await assignedTo(user._id) };
    expect((await users.edit(admin, user._id, body)).status).toBe(200);
    expect((await acceptWith({ token })).status).toBe(200);
  });
});

describe("sending an invitation again", () => {
  it("ends the former link at once, also an expired one, and mails another", async () => {
    const user = await newUser(admin, invited);
    const former = await tokenFor(user.email);
    await expire(user._id);
    expect((await resend(admin, user._id)).status).toBe(200);
    expect(await findInvitation(former)).toBeNull();
    expect((await eventsOf(user._id)).at(-1)).toMatchObject({ action: "invitation.resent", actorId: admin.account.id });
    const token = await tokenFor(user.email);
    expect(token).not.toBe(former);
    expect((await acceptWith({ token: former })).status).toBe(400);
    expect((await acceptWith({ token })).status).toBe(200);
    expect((await resend(admin, user._id)).status).toBe(404);
  });

  it("returns 404 for an account of another kind", async () => {
    const invitedAdmin = await newAdmin(superadmin, invited);
    expect((await resend(admin, invitedAdmin._id)).status).toBe(404);
    expect((await revoke(admin, invitedAdmin._id)).status).toBe(404);
    expect((await resend(superadmin, invitedAdmin._id, "admin")).status).toBe(200);
    expect((await revoke(superadmin, invitedAdmin._id, "admin")).status).toBe(200);
  });
});

describe("revoking an invitation", () => {
  it("deletes the account and ends the link", async () => {
    const user = await newUser(admin, invited);
    const token = await tokenFor(user.email);
    expect((await revoke(admin, user._id)).status).toBe(200);
    expect(await db().account.count({ where: { id: user._id } })).toBe(0);
    expect((await eventsOf(user._id)).slice(-2).map(({ action }) => action)).toEqual(["invitation.revoked", "account.deleted"]);
    expect((await acceptWith({ token })).status).toBe(400);
    expect((await revoke(admin, user._id)).status).toBe(404);
  });

  it("returns 404 for an account that can sign in, and keeps it", async () => {
    const user = await newUser(admin);
    expect((await revoke(admin, user._id)).status).toBe(404);
    expect(await db().account.count({ where: { id: user._id } })).toBe(1);
  });
});

describe("a mail that can't be sent", () => {
  const makeDue = (accountId: string, attempts: number) =>
    db().invitation.update({ where: { accountId }, data: { dueAt: new Date(0), attempts } });

  it("is sent later with another link, until it is given up after about a day", async () => {
    const user = await newUser(admin, invited);
    await writeFile(outbox, "in the way");
    const before = Date.now();
    await sendInvitations(new AbortController().signal);
    const first = await invitationOf(user._id);
    expect(first).toMatchObject({ attempts: 1, sentAt: null });
    expect((first?.dueAt?.getTime() ?? 0) - before).toBeGreaterThan(5_000);
    expect((await fieldOf(user._id)).status).toBe("sending");
    await makeDue(user._id, 99);
    await sendInvitations(new AbortController().signal);
    expect(await fieldOf(user._id)).toEqual({ status: "failed", expiresAt: null });
    await rm(outbox);
    expect(await mailsTo(user.email)).toEqual([]);
    expect((await resend(admin, user._id)).status).toBe(200);
    expect((await acceptWith({ token: await tokenFor(user.email) })).status).toBe(200);
  });
});
