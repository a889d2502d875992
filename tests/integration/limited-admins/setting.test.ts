import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { createAccount, createGroupWith, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { accountOf, admins, eventsOf, newAdmin } from "../people/calls";
import { viewerOf } from "./limited";

let superadmin: SignedIn;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
});

async function newGroup() {
  const project = await createProject(null);
  const _id = await createGroupWith((await createAccount("user")).id, project.id);
  const { name } = await db().group.findUniqueOrThrow({ where: { id: _id } });
  return { _id, name, project };
}

/** Edits an admin. @returns status, limit and fields of the answer */
async function edit({ _id, name, email }: { _id: string; name: string; email: string }, body: object) {
  const answer = await admins.edit(superadmin, _id, { name, email, ...body });
  const { admin, fields } = await answer.json();
  return { status: answer.status, limit: admin?.limit, fields };
}

describe("the limit of an admin", () => {
  it("holds from the next request on, and until it is removed", async () => {
    const [made, group] = [await newAdmin(superadmin), await newGroup()];
    const admin = await signInAs(await accountOf(made._id));
    const { id } = await createProject(made._id);
    expect(made.limit).toBeNull();
    expect((await viewerOf(admin)).limit).toBeNull();
    const named = { groups: [{ _id: group._id, name: group.name }] };
    expect(await edit(made, { limit: { groups: [group._id] } })).toMatchObject({ status: 200, limit: named });
    const { limit } = await viewerOf(admin);
    expect(limit?.projectIds.toSorted()).toEqual([id, group.project.id].toSorted());
    expect(limit?.groupIds).toEqual([group._id]);
    expect(await edit(made, {}), "an edit without the field").toMatchObject({ status: 200, limit: named });
    expect(await edit(made, { limit: null })).toMatchObject({ status: 200, limit: null });
    expect((await viewerOf(admin)).limit).toBeNull();
  });

  it("is in the audit log with its groups, once for each change", async () => {
    const [made, group] = [await newAdmin(superadmin), await newGroup()];
    const limit = { groups: [group._id] };
    await edit(made, { limit });
    await edit(made, { limit });
    await edit(made, { limit: { groups: [] } });
    const named = [{ _id: group._id, name: group.name }];
    const all = { projects: "all" };
    const limited = { projects: "own and of groups" };
    expect((await eventsOf(made._id)).slice(1)).toMatchObject([
      { action: "account.changed", details: { role: "admin", before: all, after: { ...limited, groups: named } } },
      { action: "account.changed", details: { role: "admin", before: { ...limited, groups: named }, after: { ...limited, groups: [] } } },
    ]);
  });

  it("can be given to a new admin and to an invited one", async () => {
    const limit = { groups: [(await newGroup())._id] };
    const invited = { invite: true, password: undefined, limit };
    for (const body of [{ limit }, invited])
      expect((await newAdmin(superadmin, body)).limit).toMatchObject({ groups: [{ _id: limit.groups[0] }] });
  });

  it("is refused with an unknown group, and nothing changes", async () => {
    const [made, group] = [await newAdmin(superadmin), await newGroup()];
    const refused = await edit(made, { name: "Changed", limit: { groups: [group._id, randomUUID()] } });
    expect(refused).toMatchObject({ status: 400, fields: { limit: "A chosen group no longer exists." } });
    expect(await accountOf(made._id)).toMatchObject({ name: made.name, isLimited: false });
  });

  it("stays when a chosen group is deleted", async () => {
    const group = await newGroup();
    const made = await newAdmin(superadmin, { limit: { groups: [group._id] } });
    await db().group.delete({ where: { id: group._id } });
    expect((await viewerOf(await signInAs(await accountOf(made._id)))).limit).toEqual({ projectIds: [], groupIds: [] });
  });

  it("counts only while the account is an admin", async () => {
    const { id } = await createAccount("admin");
    const account = await db().account.update({ where: { id }, data: { isLimited: true, role: "superadmin" } });
    expect((await viewerOf(await signInAs(account))).limit).toBeNull();
  });
});
