import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { db } from "@/lib/db/client";
import { createAccount, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { accountOf, admins, eventsOf, newAdmin, newUser, PASSWORD, uniqueEmail, users } from "./calls";

let superadmin: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  [superadmin, admin] = [await signedIn("superadmin"), await signedIn("admin")];
});

describe("POST /api/admin/create", () => {
  it("creates an admin and ignores other fields of the body", async () => {
    const email = uniqueEmail();
    const forged = { role: "superadmin", passwordHash: "x", createdBy: "x", _id: superadmin.account.id, assignedProjects: ["x"] };
    const answer = await admins.create(superadmin, { name: " Grace  Hopper ", email: email.toUpperCase(), password: PASSWORD, ...forged });
    expect(answer.status).toBe(201);
    const { admin: made, ...rest } = await answer.json();
    expect(rest).toEqual({ message: "Admin created successfully" });
    expect(made).toEqual({
      _id: expect.any(String),
      invitation: null,
      limit: null,
      name: "Grace Hopper",
      email,
      createdAt: expect.stringMatching(/Z$/),
    });
    const account = await accountOf(made._id);
    expect(account.role).toBe("admin");
    expect(await verifyPassword(account.passwordHash, PASSWORD)).toBe(true);
    expect(await eventsOf(made._id)).toEqual([
      { action: "account.created", actorId: superadmin.account.id, targetName: email, details: { role: "admin" } },
    ]);
  });

  it.each([
    [{}, { name: "Admin name is required", email: "Email is required", password: "Password is required for new admins" }],
    [
      { name: " ", email: " ", password: " " },
      { name: "Admin name is required", email: "Email is required", password: "Password is required for new admins" },
    ],
    [
      { name: "A", email: "incomplete@", password: "seven77" },
      { email: "Please enter a valid email address.", password: "Password must be at least 8 characters long" },
    ],
  ])("returns 400 with the fields for %j", async (body, fields) => {
    const answer = await admins.create(superadmin, body);
    expect(answer.status).toBe(400);
    const answered = await answer.json();
    expect(answered.fields).toEqual(fields);
    expect(answered.message).toBe(Object.values(fields)[0]);
  });

  it.each(["user", "admin", "superadmin"] as const)("returns 409 for the email of a %s", async (role) => {
    const { email } = await createAccount(role);
    const answer = await admins.create(superadmin, { name: "A", email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(409);
    expect((await answer.json()).fields).toEqual({ email: "This email address is already in use." });
  });
});

describe("PUT /api/admin/edit/{id}", () => {
  it("changes the name and email and keeps the password when it is blank", async () => {
    const made = await newAdmin(superadmin);
    const before = await accountOf(made._id);
    const { token } = await signInAs(before);
    const answer = await admins.edit(superadmin, made._id, { name: "Rear Admiral", email: made.email, password: "", role: "superadmin" });
    expect(await answer.json()).toEqual({ message: "Admin updated successfully", admin: { ...made, name: "Rear Admiral" } });
    expect(await accountOf(made._id)).toMatchObject({ role: "admin", passwordHash: before.passwordHash });
    expect(await findViewerByToken(token)).not.toBeNull();
    expect((await eventsOf(made._id)).at(-1)).toMatchObject({
      action: "account.changed",
      details: { role: "admin", before: { name: "Grace Hopper" }, after: { name: "Rear Admiral" } },
    });
  });

  it("ends all sessions when it changes the password", async () => {
    const made = await newAdmin(superadmin);
    const { token } = await signInAs(await accountOf(made._id));
    const answer = await admins.edit(superadmin, made._id, { name: made.name, email: made.email, password: "a new password" });
    expect(answer.status).toBe(200);
    expect(await findViewerByToken(token)).toBeNull();
    expect((await eventsOf(made._id)).map(({ action }) => action)).toEqual(["account.created", "account.password-changed"]);
  });
});

describe("DELETE /api/admin/delete/{id}", () => {
  it("keeps the admin's projects and uploads without an owner", async () => {
    const made = await newAdmin(superadmin);
    const caller = await signInAs(await accountOf(made._id));
    const project = await createProject(made._id);
    const byTheAdmin = await newUser(caller);
    await db().upload.create({ data: { id: project.id, ownerId: made._id, length: 5, expiresAt: new Date(Date.now() + 60_000) } });
    const answer = await admins.delete(superadmin, made._id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "Admin deleted successfully" });
    expect(await findViewerByToken(caller.token)).toBeNull();
    expect(await db().project.findUniqueOrThrow({ where: { id: project.id } })).toMatchObject({ createdById: null });
    expect(await db().upload.findUniqueOrThrow({ where: { id: project.id } })).toMatchObject({ ownerId: null });
    expect(await db().account.count({ where: { id: byTheAdmin._id } })).toBe(1);
    expect((await eventsOf(byTheAdmin._id))[0]).toMatchObject({ action: "account.created", actorId: made._id });
    expect((await admins.delete(superadmin, made._id)).status).toBe(404);
  });

  it("returns 409 for the caller's own account, also through the user endpoint", async () => {
    for (const call of [admins.delete, users.delete]) {
      const answer = await call(superadmin, superadmin.account.id);
      expect(answer.status).toBe(409);
      expect((await answer.json()).message).toBe("You cannot delete your own account.");
    }
    expect(await accountOf(superadmin.account.id)).toMatchObject({ role: "superadmin" });
  });
});

describe("superadmin accounts", () => {
  it("can't be changed, demoted or deleted through any endpoint", async () => {
    const other = await signedIn("superadmin");
    const before = await accountOf(other.account.id);
    const { id } = other.account;
    const forged = { name: "X", fullName: "X", email: uniqueEmail(), password: PASSWORD, role: "user" };
    const assignedProjects = [(await createProject(null)).id];
    for (const caller of [superadmin, other]) {
      expect((await admins.edit(caller, id, forged)).status).toBe(404);
      expect((await users.edit(caller, id, { ...forged, assignedProjects })).status).toBe(404);
    }
    expect((await admins.delete(superadmin, id)).status).toBe(404);
    expect((await users.delete(superadmin, id)).status).toBe(404);
    expect((await users.edit(admin, id, { ...forged, assignedProjects })).status).toBe(404);
    expect((await users.delete(admin, id)).status).toBe(404);
    expect(await accountOf(id)).toEqual(before);
    expect(await findViewerByToken(other.token)).not.toBeNull();
  });

  it("can't be changed or deleted through the admin endpoints, and neither can users", async () => {
    const user = await createAccount("user");
    for (const id of [user.id, superadmin.account.id, "01900000-0000-7000-8000-000000000000", "no id", "a\0b", "%"]) {
      expect((await admins.edit(superadmin, id, { name: "A", email: uniqueEmail() })).status).toBe(404);
      if (id !== superadmin.account.id) expect((await admins.delete(superadmin, id)).status).toBe(404);
    }
    expect(await db().account.count({ where: { id: user.id } })).toBe(1);
  });
});

describe("the admin endpoints", () => {
  it.each([
    ["admin", 403],
    ["user", 403],
    [null, 401],
  ] as const)("return to the role %s %i and change nothing", async (role, status) => {
    const made = await newAdmin(superadmin);
    const caller = role && (await signedIn(role));
    const email = uniqueEmail();
    const form = { name: "Someone", email, password: PASSWORD };
    const calls = [admins.all(caller), admins.create(caller, form), admins.edit(caller, made._id, form), admins.delete(caller, made._id)];
    for (const call of calls) expect((await call).status).toBe(status);
    // The user endpoints do not reach admins either.
    if (caller) expect((await users.edit(caller, made._id, form)).status).toBe(role === "admin" ? 400 : 403);
    expect(await db().account.count({ where: { email } })).toBe(0);
    expect(await accountOf(made._id)).toMatchObject({ name: made.name });
  });

  it("do not let admins change their own role", async () => {
    const assignedProjects = [(await createProject(null)).id];
    const body = { fullName: "A", email: admin.account.email, assignedProjects, role: "superadmin" };
    expect((await users.edit(admin, admin.account.id, body)).status).toBe(404);
    expect(await accountOf(admin.account.id)).toMatchObject({ role: "admin", name: admin.account.name });
  });
});
