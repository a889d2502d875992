import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createApiToken } from "@/lib/accounts/api-tokens/mutations";
import { listAdminRecipients } from "@/lib/accounts/data";
import { addMembers } from "@/lib/accounts/groups/members";
import { createGroup, deleteGroup } from "@/lib/accounts/groups/mutations";
import { groupInputSchema } from "@/lib/accounts/groups/schema";
import type { SessionViewer } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { editAccess } from "@/lib/projects/access/mutations";
import { editAccessSchema } from "@/lib/projects/access/schema";
import { editProject } from "@/lib/projects/mutations";
import { editProjectSchema } from "@/lib/projects/schema";
import { assign } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";
import { formOf, newUser, users } from "../people/calls";
import { newLimitedAdmin, viewerOf } from "./limited";

const client = { address: "192.0.2.1", userAgent: null };

describe("a limited admin", () => {
  it("changes and deletes users whom the admin created", async () => {
    const { admin, own } = await newLimitedAdmin();
    const made = await newUser(admin, { assignedProjects: [own.project.id] });
    expect((await users.edit(admin, made._id, { ...formOf(made), fullName: "Ada" })).status).toBe(200);
    expect((await users.signOut(admin, made._id)).status).toBe(200);
    expect((await users.delete(admin, made._id)).status).toBe(200);
  });

  it("can't take over an account with access to other projects, or of another creator", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const made = await newUser(admin, { assignedProjects: [own.project.id] });
    await assign(foreign.project.id, made._id);
    for (const id of [made._id, own.user.id]) {
      const password = { ...formOf(made), email: `${randomUUID()}@example.com`, password: "a new password" };
      expect((await users.edit(admin, id, password)).status).toBe(403);
      expect((await users.signOut(admin, id)).status).toBe(403);
      expect((await users.delete(admin, id)).status).toBe(403);
    }
    expect(await db().account.count({ where: { id: { in: [made._id, own.user.id] } } })).toBe(2);
  });

  it("loses control of an own user in a group that is not chosen", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const made = await newUser(admin, { assignedProjects: [own.project.id] });
    await db().groupMember.create({ data: { groupId: foreign.group, accountId: made._id } });
    expect((await users.signOut(admin, made._id)).status).toBe(403);
  });

  it("gets 404 for users of other projects, as for missing ones", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const body = { fullName: "Ada", email: foreign.user.email, assignedProjects: [own.project.id] };
    for (const id of [foreign.user.id, randomUUID()]) {
      expect((await users.details(admin, id)).status).toBe(404);
      expect((await users.edit(admin, id, body)).status).toBe(404);
      expect((await users.signOut(admin, id)).status).toBe(404);
      expect((await users.delete(admin, id)).status).toBe(404);
    }
  });

  it("can't assign other projects to own users", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const made = await newUser(admin, { assignedProjects: [own.project.id] });
    const assignedProjects = [own.project.id, foreign.project.id];
    const answer = await users.edit(admin, made._id, { ...formOf(made), assignedProjects });
    expect([answer.status, (await answer.json()).fields]).toEqual([400, { assignedProjects: expect.stringContaining("no longer exist") }]);
    expect(await db().assignment.count({ where: { accountId: made._id } })).toBe(1);
  });

  it("gives access to known users and to groups of the limit only", async () => {
    const { admin, own, ofGroup, foreign } = await newLimitedAdmin();
    const viewer = await viewerOf(admin);
    const give = (field: "people" | "groups", _id: string) =>
      editAccess(viewer, own.project.id, editAccessSchema.parse({ [field]: [{ _id, expiresAt: null }] }), client);
    await expect(give("people", foreign.user.id)).rejects.toMatchObject({ status: 400 });
    await expect(give("groups", foreign.group)).rejects.toMatchObject({ status: 400 });
    const edit = editProjectSchema.parse({ assignUserIds: [foreign.user.id] });
    await expect(editProject(viewer, own.project.id, edit, client)).rejects.toMatchObject({ status: 400 });
    await give("people", ofGroup.user.id);
    expect((await give("groups", ofGroup.group)).groups).toMatchObject([{ _id: ofGroup.group }]);
  });

  it("changes the end of a group's access that another admin gave to an own project", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    await db().groupProject.create({ data: { groupId: foreign.group, projectId: own.project.id } });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const edit = editAccessSchema.parse({ groups: [{ _id: foreign.group, expiresAt }] });
    const { groups } = await editAccess(await viewerOf(admin), own.project.id, edit, client);
    expect(groups).toMatchObject([{ _id: foreign.group, expiresAt }]);
  });

  it("adds known users to a chosen group, and no others by their addresses", async () => {
    const { admin, own, ofGroup, foreign } = await newLimitedAdmin();
    const addresses = [own.user.email, foreign.user.email];
    const added = await addMembers(await viewerOf(admin), ofGroup.group, { addresses, invite: false }, client);
    expect(added).toEqual({ added: 1, invited: 0 });
    const other = addMembers(await viewerOf(admin), foreign.group, { addresses, invite: false }, client);
    await expect(other).rejects.toMatchObject({ status: 404 });
  });

  it("neither creates nor deletes groups", async () => {
    const { admin, ofGroup } = await newLimitedAdmin();
    const viewer = await viewerOf(admin);
    const input = groupInputSchema.parse({ name: `Group ${randomUUID()}` });
    await expect(createGroup(viewer, input, client)).rejects.toMatchObject({ status: 403 });
    await expect(deleteGroup(viewer, ofGroup.group, client)).rejects.toMatchObject({ status: 403 });
  });

  it("makes API tokens for managed projects only", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const viewer = (await viewerOf(admin)) as SessionViewer;
    const make = (projectIds: string[]) => createApiToken(viewer, { name: "CI", scope: "publish", projectIds, expiresInDays: 1 }, client);
    await expect(make([own.project.id, foreign.project.id])).rejects.toMatchObject({ status: 400 });
    expect((await make([own.project.id])).apiToken.projects).toEqual([{ _id: own.project.id, name: own.project.name }]);
  });

  it("gets no mail about requests for other projects", async () => {
    const [{ admin, own, ofGroup, foreign }, other] = [await newLimitedAdmin(), await signedIn("admin")];
    const recipients = async (projectId: string) => (await listAdminRecipients(projectId, [])).map(({ id }) => id);
    for (const { project } of [own, ofGroup])
      expect(await recipients(project.id)).toEqual(expect.arrayContaining([admin.account.id, other.account.id]));
    expect(await recipients(foreign.project.id)).toContain(other.account.id);
    expect(await recipients(foreign.project.id)).not.toContain(admin.account.id);
  });
});
