import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { db } from "@/lib/db/client";
import { createAccount } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { accountOf, eventsOf, newUser, PASSWORD, projectsNamed, uniqueEmail, users } from "./calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});

describe("POST /api/user/create", () => {
  it("creates a user with assigned projects sorted by name and returns 201", async () => {
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
      expiresAt: null,
      invitation: null,
    });
    const account = await accountOf(user._id);
    expect(account).toMatchObject({ role: "user", name: "Ada Lovelace", email });
    expect(await verifyPassword(account.passwordHash, PASSWORD)).toBe(true);
    const expected = { actorId: admin.account.id, targetName: email };
    const projects = [
      { _id: a, name: "Alpha" },
      { _id: b, name: "beta" },
    ];
    expect(await eventsOf(user._id)).toEqual([
      { ...expected, action: "account.created", details: { role: "user" } },
      { ...expected, action: "project.assigned", details: { count: 2, projects } },
    ]);
  });

  it("ignores role, creator, hash, IDs and times in the body", async () => {
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
    const account = await accountOf(user._id);
    expect(account.role).toBe("user");
    expect(account.passwordHash).toMatch(/^\$argon2id\$/);
    expect(account.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  it("returns an error for every missing field in the order of the form", async () => {
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
    [{ email: "invalid" }, { email: "Please enter a valid email address." }],
    [{ password: "seven77" }, { password: "Password must be at least 8 characters long" }],
    [{ password: undefined }, { password: "Password is required for new users" }],
    [{ password: null }, { password: "Password is required for new users" }],
    [{ assignedProjects: undefined }, { assignedProjects: "At least one project must be assigned" }],
    [{ assignedProjects: ["01900000-0000-7000-8000-000000000000"] }, { assignedProjects: "A chosen project no longer exists." }],
    [{ assignedProjects: ["no id"] }, { assignedProjects: "A chosen project no longer exists." }],
  ])("returns 400 for %j and creates nothing", async (wrong, fields) => {
    const email = uniqueEmail();
    const [project] = await projectsNamed("One");
    const answer = await users.create(admin, { fullName: "A", email, password: PASSWORD, assignedProjects: [project], ...wrong });
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields).toEqual(fields);
    expect(await db().account.count({ where: { email } })).toBe(0);
    expect(await db().auditEvent.count({ where: { targetName: email } })).toBe(0);
  });

  it.each(["user", "admin", "superadmin"] as const)("returns 409 for the email of a %s", async (role) => {
    const { email } = await createAccount(role);
    const [project] = await projectsNamed("One");
    const body = { fullName: "A", email: email.toUpperCase(), password: PASSWORD, assignedProjects: [project] };
    const answer = await users.create(admin, body);
    expect(answer.status).toBe(409);
    const message = "This email address is already in use.";
    expect(await answer.json()).toMatchObject({ message, fields: { email: message } });
  });

  it("assigns a repeated project once, and 5,000 projects with one small event", async () => {
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
