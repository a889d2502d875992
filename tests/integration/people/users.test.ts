import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords";
import { db } from "@/lib/db";
import { listAssignedProjects } from "@/lib/projects/data";
import { findViewerByToken } from "@/lib/sessions/data";
import { createAccount, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { assignedTo, eventsOf, formOf, names, newUser, PASSWORD, projectsNamed, uniqueEmail, users } from "./calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});

const inDatabase = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const addReset = (accountId: string, usedAt: Date | null = null) =>
  db().passwordReset.create({ data: { accountId, tokenHash: uniqueEmail(), usedAt, expiresAt: new Date(Date.now() + 3_600_000) } });

describe("POST /api/user/create", () => {
  it("makes a user with its projects, by name, and answers 201", async () => {
    const [b, a] = await projectsNamed("beta", "Alpha");
    const email = uniqueEmail();
    const body = { fullName: "  Ada   Lovelace ", email: ` ${email.toUpperCase()} `, password: PASSWORD, assignedProjects: [b, a] };
    const answer = await users.create(admin, body);
    expect(answer.status).toBe(201);
    const { user, ...rest } = await answer.json();
    expect(rest).toEqual({ message: "User created successfully" });
    expect(user).toEqual({
      _id: expect.any(String),
      fullName: "Ada Lovelace",
      email,
      assignedProjects: [
        { _id: a, name: "Alpha" },
        { _id: b, name: "beta" },
      ],
      assignedProjectCount: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const account = await inDatabase(user._id);
    expect(account).toMatchObject({ role: "user", name: "Ada Lovelace", email });
    expect(await verifyPassword(account.passwordHash, PASSWORD)).toBe(true);
    const told = { actorId: admin.account.id, targetName: email };
    const projects = [
      { _id: a, name: "Alpha" },
      { _id: b, name: "beta" },
    ];
    expect(await eventsOf(user._id)).toEqual([
      { ...told, action: "account.created", details: { role: "user" } },
      { ...told, action: "project.assigned", details: { count: 2, projects } },
    ]);
  });

  it("ignores role, creator, hash, ids and times in the body", async () => {
    const forged = {
      role: "superadmin",
      _id: admin.account.id,
      id: admin.account.id,
      passwordHash: "x",
      createdBy: "x",
      createdAt: "2001",
    };
    const user = await newUser(admin, forged);
    expect(user._id).not.toBe(admin.account.id);
    const account = await inDatabase(user._id);
    expect(account.role).toBe("user");
    expect(account.passwordHash).toMatch(/^\$argon2id\$/);
    expect(account.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  it("says by each field what is missing, in the order of the form", async () => {
    const answer = await users.create(admin, { fullName: " ", email: " ", password: " ", assignedProjects: [] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: "Full name is required",
      fields: {
        fullName: "Full name is required",
        email: "Email is required",
        password: "Password is required for new users",
        assignedProjects: "At least one project must be assigned",
      },
    });
  });

  it.each([
    [{ email: "nobody" }, { email: "Please enter a valid email address." }],
    [{ password: "seven77" }, { password: "Password must be at least 8 characters long" }],
    [{ password: undefined }, { password: "Password is required for new users" }],
    [{ password: null }, { password: "Password is required for new users" }],
    [{ assignedProjects: undefined }, { assignedProjects: "At least one project must be assigned" }],
    [{ assignedProjects: ["01900000-0000-7000-8000-000000000000"] }, { assignedProjects: "A chosen project no longer exists." }],
    [{ assignedProjects: ["no id"] }, { assignedProjects: "A chosen project no longer exists." }],
  ])("refuses %j by its field, and makes nothing", async (wrong, fields) => {
    const email = uniqueEmail();
    const [project] = await projectsNamed("One");
    const answer = await users.create(admin, { fullName: "A", email, password: PASSWORD, assignedProjects: [project], ...wrong });
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual(fields);
    expect(await db().account.count({ where: { email } })).toBe(0);
    expect(await db().auditEvent.count({ where: { targetName: email } })).toBe(0);
  });

  it.each(["user", "admin", "superadmin"] as const)("refuses the address of a %s", async (role) => {
    const { email } = await createAccount(role);
    const [project] = await projectsNamed("One");
    const body = { fullName: "A", email: email.toUpperCase(), password: PASSWORD, assignedProjects: [project] };
    const answer = await users.create(admin, body);
    expect(answer.status).toBe(409);
    const message = "This email address is already in use.";
    expect(await answer.json()).toMatchObject({ message, fields: { email: message } });
  });

  it("assigns a project once that is chosen twice, and 5,000 at once with one event that stays small", async () => {
    const [one] = await projectsNamed("Once");
    expect((await newUser(admin, { assignedProjects: [one, one?.toUpperCase()] })).assignedProjectCount).toBe(1);
    await db().project.createMany({
      data: Array.from({ length: 5_000 }, (_, n) => ({ name: `Many ${String(n).padStart(4, "0")}`, safeName: `many-${n}` })),
    });
    const many = await db().project.findMany({ where: { safeName: { startsWith: "many-" } }, select: { id: true } });
    const user = await newUser(superadmin, { assignedProjects: many.map(({ id }) => id) });
    expect(user.assignedProjectCount).toBe(5_000);
    expect(user.assignedProjects).toHaveLength(5_000);
    expect(user.assignedProjects.slice(0, 2).map(({ name }) => name)).toEqual(["Many 0000", "Many 0001"]);
    const events = await eventsOf(user._id);
    expect(events).toHaveLength(2);
    expect(events[1]?.details).toMatchObject({ count: 5_000, projects: { length: 20 } });
  });
});

describe("PUT /api/user/edit/{id}", () => {
  it("changes what is given, tells what it was, and keeps password and sessions", async () => {
    const created = await newUser(admin);
    const before = await inDatabase(created._id);
    const signed = await signInAs(before);
    const email = uniqueEmail();
    const answer = await users.edit(superadmin, created._id, { ...formOf(created), fullName: "Ada King", email, password: "" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "User updated successfully", user: { ...created, fullName: "Ada King", email } });
    expect((await inDatabase(created._id)).passwordHash).toBe(before.passwordHash);
    expect(await findViewerByToken(signed.token)).toMatchObject({ name: "Ada King", email });
    expect((await eventsOf(created._id)).slice(2)).toEqual([
      {
        action: "account.changed",
        actorId: superadmin.account.id,
        targetName: email,
        details: {
          role: "user",
          before: { name: "Ada Lovelace", email: created.email },
          after: { name: "Ada King", email },
        },
      },
    ]);
  });

  it("writes and tells nothing when nothing was changed", async () => {
    const user = await newUser(admin);
    const before = await inDatabase(user._id);
    const reset = await addReset(user._id);
    for (const password of [undefined, null, "", "  "]) {
      expect((await users.edit(admin, user._id, { ...formOf(user), password })).status).toBe(200);
    }
    expect(await inDatabase(user._id)).toEqual(before);
    expect(await eventsOf(user._id)).toHaveLength(2);
    expect(await db().passwordReset.count({ where: { id: reset.id } })).toBe(1);
  });

  it("ends every session and unused reset of a user whose password it changes", async () => {
    const user = await newUser(admin);
    const account = await inDatabase(user._id);
    const signed = [await signInAs(account), await signInAs(account)];
    const [unused, used] = [await addReset(user._id), await addReset(user._id, new Date())];
    expect((await users.edit(admin, user._id, { ...formOf(user), password: "a new password" })).status).toBe(200);
    for (const { token } of signed) expect(await findViewerByToken(token)).toBeNull();
    const after = await inDatabase(user._id);
    expect(await verifyPassword(after.passwordHash, "a new password")).toBe(true);
    expect(await db().passwordReset.findMany({ where: { accountId: user._id } })).toEqual([used]);
    expect(unused.usedAt).toBeNull();
    const last = (await eventsOf(user._id)).at(-1);
    expect(last).toMatchObject({ action: "account.password-changed", details: { role: "user", endedSessions: 2 } });
  });

  it("forgets unused resets when the address changes", async () => {
    const user = await newUser(admin);
    await addReset(user._id);
    expect((await users.edit(admin, user._id, { ...formOf(user), email: uniqueEmail() })).status).toBe(200);
    expect(await db().passwordReset.count({ where: { accountId: user._id } })).toBe(0);
  });

  it("writes the difference of the assignments, which holds at once", async () => {
    const [kept, lost, won] = await projectsNamed("Kept", "Lost", "Won");
    const user = await newUser(admin, { assignedProjects: [kept, lost] });
    const { token } = await signInAs(await inDatabase(user._id));
    const keptRow = await db().assignment.findFirst({ where: { accountId: user._id, projectId: kept } });
    const answer = await users.edit(admin, user._id, { ...formOf(user), assignedProjects: [won, kept, kept] });
    expect((await answer.json()).user.assignedProjects.map(({ name }: { name: string }) => name)).toEqual(["Kept", "Won"]);
    expect(await assignedTo(user._id)).toEqual([kept, won].toSorted());
    const viewer = await findViewerByToken(token);
    expect(viewer && (await listAssignedProjects(viewer)).map(({ _id }) => _id).toSorted()).toEqual([kept, won].toSorted());
    expect(await db().assignment.findFirst({ where: { accountId: user._id, projectId: kept } })).toEqual(keptRow);
    const events = (await eventsOf(user._id)).slice(2).map(({ action, details }) => ({ action, details }));
    expect(events).toEqual([
      { action: "project.assigned", details: { count: 1, projects: [{ _id: won, name: "Won" }] } },
      { action: "project.unassigned", details: { count: 1, projects: [{ _id: lost, name: "Lost" }] } },
    ]);
  });

  it("changes nothing at all when a chosen project is gone, or the address is taken", async () => {
    const user = await newUser(admin);
    const before = await inDatabase(user._id);
    const assigned = await assignedTo(user._id);
    const [gone] = await projectsNamed("Gone");
    await db().project.delete({ where: { id: gone } });
    const all = { fullName: "Other", email: uniqueEmail(), password: "a new password", assignedProjects: [gone] };
    const answer = await users.edit(admin, user._id, all);
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual({ assignedProjects: "A chosen project no longer exists." });
    const taken = await users.edit(admin, user._id, { ...all, email: superadmin.account.email, assignedProjects: assigned });
    expect(taken.status).toBe(409);
    expect((await taken.json()).fields).toEqual({ email: "This email address is already in use." });
    expect(await inDatabase(user._id)).toEqual(before);
    expect(await assignedTo(user._id)).toEqual(assigned);
    expect(await eventsOf(user._id)).toHaveLength(2);
  });

  it("makes nobody anything else, whatever the body says", async () => {
    const user = await newUser(admin);
    const forged = { role: "superadmin", passwordHash: "x", createdBy: null, _id: admin.account.id, createdAt: "2001-01-01" };
    const before = await inDatabase(user._id);
    expect((await users.edit(admin, user._id, { ...formOf(user), ...forged })).status).toBe(200);
    expect(await inDatabase(user._id)).toEqual(before);
  });

  it("still wants a name, an address and a project", async () => {
    const user = await newUser(admin);
    const answer = await users.edit(admin, user._id, { password: "short" });
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual({
      fullName: "Full name is required",
      email: "Email is required",
      password: "Password must be at least 8 characters long",
      assignedProjects: "At least one project must be assigned",
    });
  });
});

describe("DELETE /api/user/delete/{id}", () => {
  it("takes sessions, assignments and resets along, and leaves projects", async () => {
    const [project] = await projectsNamed("Stays");
    const user = await newUser(admin, { assignedProjects: [project] });
    const signed = await signInAs(await inDatabase(user._id));
    await addReset(user._id);
    const answer = await users.delete(admin, user._id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "User deleted successfully" });
    expect(await findViewerByToken(signed.token)).toBeNull();
    const of = { where: { accountId: user._id } };
    expect([await db().session.count(of), await db().assignment.count(of), await db().passwordReset.count(of)]).toEqual([0, 0, 0]);
    expect(await db().project.count({ where: { id: project } })).toBe(1);
    expect((await eventsOf(user._id)).at(-1)).toEqual({
      action: "account.deleted",
      actorId: admin.account.id,
      targetName: user.email,
      details: { role: "user", name: user.fullName },
    });
    expect((await users.delete(admin, user._id)).status).toBe(404);
    expect((await users.edit(admin, user._id, formOf(user))).status).toBe(404);
    expect((await users.details(admin, user._id)).status).toBe(404);
  });

  it.each(["admin", "superadmin"] as const)("refuses a %s's own account with a clear message", async (role) => {
    const who = { admin, superadmin }[role];
    for (const id of [who.account.id, who.account.id.toUpperCase()]) {
      const answer = await users.delete(who, id);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ message: "You cannot delete your own account." });
    }
    expect(await db().account.count({ where: { id: who.account.id } })).toBe(1);
  });
});

describe("the calls about users", () => {
  it("find no admin, no superadmin and nothing that is no id", async () => {
    const ids = [(await createAccount("admin")).id, (await createAccount("superadmin")).id, "01900000-0000-7000-8000-000000000000"];
    const body = { fullName: "A", email: uniqueEmail(), assignedProjects: [(await createProject(null)).id] };
    for (const id of [...ids, "1", "no id", "'; DROP TABLE x --", "a\0b", "ü".repeat(5_000)]) {
      for (const call of [users.details(admin, id), users.edit(superadmin, id, body), users.delete(superadmin, id)]) {
        expect((await call).status).toBe(404);
      }
    }
    expect(await db().account.count({ where: { id: { in: ids } } })).toBe(2);
  });

  it("take an id in capitals for the same one", async () => {
    const user = await newUser(admin);
    const id = user._id.toUpperCase();
    expect(await (await users.details(admin, id)).json()).toEqual({ user });
    expect((await users.edit(admin, id, formOf(user))).status).toBe(200);
    expect((await users.delete(admin, id)).status).toBe(200);
  });

  it("are for admins and superadmins", async () => {
    const user = await newUser(admin);
    const plain = await signInAs(await inDatabase(user._id));
    for (const [who, status] of [
      [plain, 403],
      [null, 401],
    ] as const) {
      const calls = [
        users.all(who),
        users.details(who, user._id),
        users.create(who, {}),
        users.edit(who, user._id, formOf(user)),
        users.delete(who, user._id),
        names(who),
      ];
      for (const call of calls) expect((await call).status).toBe(status);
    }
    expect(await db().account.count({ where: { id: user._id } })).toBe(1);
  });
});

describe("GET /api/project/names", () => {
  it("answers every project by name, in any case", async () => {
    await projectsNamed("zzz b", "ZZZ a", "zzz C");
    const { projects } = await (await names(admin)).json();
    expect(projects).toHaveLength(await db().project.count());
    expect(projects.slice(-3)).toEqual(["ZZZ a", "zzz b", "zzz C"].map((name) => ({ _id: expect.any(String), name })));
  });
});
