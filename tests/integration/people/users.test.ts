import { beforeAll, describe, expect, it } from "vitest";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { db } from "@/lib/db/client";
import { createAccount, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { accountOf, addReset, eventsOf, formOf, names, newUser, projectsNamed, uniqueEmail, users } from "./calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});

describe("DELETE /api/user/delete/{id}", () => {
  it("deletes sessions, assignments and reset links and keeps projects", async () => {
    const [project] = await projectsNamed("Stays");
    const user = await newUser(admin, { assignedProjects: [project] });
    const signed = await signInAs(await accountOf(user._id));
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
      details: { role: "user", name: user.fullName, createdAt: user.createdAt },
    });
    expect((await users.delete(admin, user._id)).status).toBe(404);
    expect((await users.edit(admin, user._id, formOf(user))).status).toBe(404);
    expect((await users.details(admin, user._id)).status).toBe(404);
  });

  it.each(["admin", "superadmin"] as const)("returns 409 for a %s's own account", async (role) => {
    const caller = { admin, superadmin }[role];
    for (const id of [caller.account.id, caller.account.id.toUpperCase()]) {
      const answer = await users.delete(caller, id);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ message: "You cannot delete your own account." });
    }
    expect(await db().account.count({ where: { id: caller.account.id } })).toBe(1);
  });
});

describe("the user endpoints", () => {
  it("return 404 for admins, superadmins and malformed IDs", async () => {
    const ids = [(await createAccount("admin")).id, (await createAccount("superadmin")).id, "01900000-0000-7000-8000-000000000000"];
    const body = { fullName: "A", email: uniqueEmail(), assignedProjects: [(await createProject(null)).id] };
    for (const id of [...ids, "1", "no id", "'; DROP TABLE x --", "a\0b", "ü".repeat(5_000)]) {
      for (const call of [users.details(admin, id), users.edit(superadmin, id, body), users.delete(superadmin, id)]) {
        expect((await call).status).toBe(404);
      }
    }
    expect(await db().account.count({ where: { id: { in: ids } } })).toBe(2);
  });

  it("accept an ID in upper case", async () => {
    const user = await newUser(admin);
    const id = user._id.toUpperCase();
    expect(await (await users.details(admin, id)).json()).toEqual({ user });
    expect((await users.edit(admin, id, formOf(user))).status).toBe(200);
    expect((await users.delete(admin, id)).status).toBe(200);
  });

  it("return 403 to users and 401 without a session", async () => {
    const user = await newUser(admin);
    const plain = await signInAs(await accountOf(user._id));
    for (const [caller, status] of [
      [plain, 403],
      [null, 401],
    ] as const) {
      const calls = [
        users.all(caller),
        users.details(caller, user._id),
        users.create(caller, {}),
        users.edit(caller, user._id, formOf(user)),
        users.delete(caller, user._id),
        names(caller),
      ];
      for (const call of calls) expect((await call).status).toBe(status);
    }
    expect(await db().account.count({ where: { id: user._id } })).toBe(1);
  });
});

describe("GET /api/project/names", () => {
  it("returns all projects sorted by name in any case", async () => {
    await projectsNamed("zzz b", "ZZZ a", "zzz C");
    const { projects } = await (await names(admin)).json();
    expect(projects).toHaveLength(await db().project.count());
    expect(projects.slice(-3)).toEqual(["ZZZ a", "zzz b", "zzz C"].map((name) => ({ _id: expect.any(String), name })));
  });
});
