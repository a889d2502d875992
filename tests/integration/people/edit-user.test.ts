import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { db } from "@/lib/db/client";
import { listAssignedPage } from "@/lib/projects/lists/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { accountOf, addReset, assignedTo, eventsOf, formOf, newUser, projectsNamed, uniqueEmail, users } from "./calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});

describe("PUT /api/user/edit/{id}", () => {
  it("changes the given fields, records the former values and keeps the password and sessions", async () => {
    const created = await newUser(admin);
    const before = await accountOf(created._id);
    const signed = await signInAs(before);
    const email = uniqueEmail();
    const answer = await users.edit(superadmin, created._id, { ...formOf(created), fullName: "Ada King", email, password: "" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "User updated successfully", user: { ...created, fullName: "Ada King", email } });
    expect((await accountOf(created._id)).passwordHash).toBe(before.passwordHash);
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

  it("writes nothing when nothing has changed", async () => {
    const user = await newUser(admin);
    const before = await accountOf(user._id);
    const reset = await addReset(user._id);
    for (const password of [undefined, null, "", "  "]) {
      expect((await users.edit(admin, user._id, { ...formOf(user), password })).status).toBe(200);
    }
    expect(await accountOf(user._id)).toEqual(before);
    expect(await eventsOf(user._id)).toHaveLength(2);
    expect(await db().passwordReset.count({ where: { id: reset.id } })).toBe(1);
  });

  it("ends all sessions and deletes unused reset links when it changes the password", async () => {
    const user = await newUser(admin);
    const account = await accountOf(user._id);
    const signed = [await signInAs(account), await signInAs(account)];
    const [unused, used] = [await addReset(user._id), await addReset(user._id, new Date())];
    expect((await users.edit(admin, user._id, { ...formOf(user), password: "a new password" })).status).toBe(200);
    for (const { token } of signed) expect(await findViewerByToken(token)).toBeNull();
    const after = await accountOf(user._id);
    expect(await verifyPassword(after.passwordHash, "a new password")).toBe(true);
    expect(await db().passwordReset.findMany({ where: { accountId: user._id } })).toEqual([used]);
    expect(unused.usedAt).toBeNull();
    const last = (await eventsOf(user._id)).at(-1);
    expect(last).toMatchObject({ action: "account.password-changed", details: { role: "user", endedSessions: 2 } });
  });

  it("deletes unused reset links when the email changes", async () => {
    const user = await newUser(admin);
    await addReset(user._id);
    expect((await users.edit(admin, user._id, { ...formOf(user), email: uniqueEmail() })).status).toBe(200);
    expect(await db().passwordReset.count({ where: { accountId: user._id } })).toBe(0);
  });

  it("updates only the changed assignments, with immediate effect", async () => {
    const [kept, lost, won] = await projectsNamed("Kept", "Lost", "Won");
    const user = await newUser(admin, { assignedProjects: [kept, lost] });
    const { token } = await signInAs(await accountOf(user._id));
    const keptRow = await db().assignment.findFirst({ where: { accountId: user._id, projectId: kept } });
    const answer = await users.edit(admin, user._id, { ...formOf(user), assignedProjects: [won, kept, kept] });
    expect((await answer.json()).user.assignedProjects.map(({ name }: { name: string }) => name)).toEqual(["Kept", "Won"]);
    expect(await assignedTo(user._id)).toEqual([kept, won].toSorted());
    const viewer = await findViewerByToken(token);
    const page = viewer && (await listAssignedPage(viewer, assignedListQuerySchema.parse({})));
    expect(page?.projects.map(({ _id }) => _id).toSorted()).toEqual([kept, won].toSorted());
    expect(await db().assignment.findFirst({ where: { accountId: user._id, projectId: kept } })).toEqual(keptRow);
    const events = (await eventsOf(user._id)).slice(2).map(({ action, details }) => ({ action, details }));
    expect(events).toEqual([
      { action: "project.assigned", details: { count: 1, projects: [{ _id: won, name: "Won" }] } },
      { action: "project.unassigned", details: { count: 1, assignedBeforeMonth: 0, projects: [{ _id: lost, name: "Lost" }] } },
    ]);
  });

  it("changes nothing when a project no longer exists or the email is taken", async () => {
    const user = await newUser(admin);
    const before = await accountOf(user._id);
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
    expect(await accountOf(user._id)).toEqual(before);
    expect(await assignedTo(user._id)).toEqual(assigned);
    expect(await eventsOf(user._id)).toHaveLength(2);
  });

  it("ignores the role and other fields of the body", async () => {
    const user = await newUser(admin);
    const forged = { role: "superadmin", passwordHash: "x", createdBy: null, _id: admin.account.id, createdAt: "2001-01-01" };
    const before = await accountOf(user._id);
    expect((await users.edit(admin, user._id, { ...formOf(user), ...forged })).status).toBe(200);
    expect(await accountOf(user._id)).toEqual(before);
  });

  it("requires a project only while the user has one", async () => {
    const user = await newUser(admin);
    const projects = await assignedTo(user._id);
    const events = (await eventsOf(user._id)).length;
    const removed = await users.edit(admin, user._id, { ...formOf(user), assignedProjects: [] });
    expect(removed.status).toBe(400);
    expect((await removed.json()).fields).toEqual({ assignedProjects: "At least one project must be assigned" });
    expect(await assignedTo(user._id)).toEqual(projects);
    expect(await eventsOf(user._id)).toHaveLength(events);
    // The project is withdrawn on another screen.
    await db().assignment.deleteMany({ where: { accountId: user._id } });
    const renamed = await users.edit(admin, user._id, { ...formOf(user), fullName: "Renamed", assignedProjects: [] });
    expect(renamed.status).toBe(200);
    expect(await accountOf(user._id)).toMatchObject({ name: "Renamed" });
    const assigned = await users.edit(admin, user._id, { ...formOf(user), assignedProjects: projects });
    expect(assigned.status).toBe(200);
  });

  it("requires a name, an email and a list of projects", async () => {
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
