import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { previewAddresses } from "@/lib/accounts/groups/addresses";
import { listGroupPage, listMemberPage, readGroup } from "@/lib/accounts/groups/data";
import { exportMembers } from "@/lib/accounts/groups/export";
import { addMembers, changeMemberEnd, removeMember } from "@/lib/accounts/groups/members";
import { createGroup, deleteGroup, editGroup } from "@/lib/accounts/groups/mutations";
import { type GroupInput, groupInputSchema, groupListQuerySchema, memberListQuerySchema } from "@/lib/accounts/groups/schema";
import { listOpenable } from "@/lib/accounts/references/openable-projects";
import { findViewerByToken } from "@/lib/accounts/sessions/data";
import { isAdmin } from "@/lib/accounts/sessions/policy";
import type { AdminViewer } from "@/lib/accounts/sessions/schema";
import { applyGroupClaims } from "@/lib/accounts/single-sign-on/mutations";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { createAccount, createProject } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";

const client = { address: "192.0.2.1", userAgent: null };
const LATER = new Date(Date.now() + 3_600_000);
const PAST = new Date(Date.now() - 1_000);

let admin: AdminViewer;

beforeAll(async () => {
  const viewer = await findViewerByToken((await signedIn("admin")).token);
  if (!viewer || !isAdmin(viewer)) throw new Error("The admin is not signed in.");
  admin = viewer;
});

const newGroup = (given: Partial<GroupInput> = {}) =>
  createGroup(admin, { ...groupInputSchema.parse({ name: `Group ${randomUUID()}` }), ...given }, client);
const add = (id: string, addresses: string[], more: { invite?: boolean; expiresAt?: Date } = {}) =>
  addMembers(admin, id, { addresses, invite: false, ...more }, client);
const membersOf = async (id: string) => (await listMemberPage(admin, id, memberListQuerySchema.parse({}))).members;
const actionsOn = async (targetId: string) =>
  (await db().auditEvent.findMany({ where: { targetId }, orderBy: { id: "asc" } })).map(({ action }) => action);
const opens = async (accountId: string) => (await listOpenable(db(), accountId)).map(({ _id }) => _id);

describe("a group", () => {
  it("gives its projects to its members until it is deleted, and is in the audit log", async () => {
    const [user, project, other] = [await createAccount("user"), await createProject(null), await createProject(null)];
    const group = await newGroup({ projects: [project.id] });
    expect(group).toMatchObject({ memberCount: 0, projectCount: 1, projects: [{ _id: project.id, expiresAt: null }] });
    expect(await add(group._id, [user.email])).toEqual({ added: 1, invited: 0 });
    expect(await opens(user.id)).toEqual([project.id]);
    const { name, description, claimValues } = group;
    await editGroup(admin, group._id, { name, description, claimValues, projects: [other.id] }, client);
    expect(await opens(user.id)).toEqual([other.id]);
    await deleteGroup(admin, group._id, client);
    expect(await opens(user.id)).toEqual([]);
    expect(await actionsOn(group._id)).toEqual([
      "group.created",
      "group.projects-given",
      "group.members-added",
      "group.projects-given",
      "group.projects-withdrawn",
      "group.deleted",
    ]);
    await expect(readGroup(admin, group._id)).rejects.toMatchObject({ status: 404 });
  });

  it("keeps the end of a project's access when its other projects change", async () => {
    const [kept, added] = [await createProject(null), await createProject(null)];
    const group = await newGroup({ projects: [kept.id] });
    await db().groupProject.updateMany({ where: { projectId: kept.id }, data: { expiresAt: LATER } });
    await editGroup(admin, group._id, { ...group, projects: [kept.id, added.id] }, client);
    const rows = await db().groupProject.findMany({ where: { groupId: group._id } });
    expect(rows.find(({ projectId }) => projectId === kept.id)?.expiresAt).toEqual(LATER);
  });

  it("keeps a project in the trash, which comes back with the project", async () => {
    const [trashed, other] = [await createProject(null), await createProject(null)];
    const group = await newGroup({ projects: [trashed.id] });
    await db().project.update({ where: { id: trashed.id }, data: { trashedAt: new Date() } });
    expect((await editGroup(admin, group._id, { ...group, projects: [other.id] }, client)).projects).toHaveLength(1);
    await db().project.update({ where: { id: trashed.id }, data: { trashedAt: null } });
    expect((await readGroup(admin, group._id)).projects).toHaveLength(2);
  });

  it("can't have the name of another group in any case, or a project that is gone", async () => {
    const group = await newGroup();
    const taken = newGroup({ name: group.name.toUpperCase() });
    await expect(taken).rejects.toMatchObject({ status: 409, fields: { name: expect.any(String) } });
    await expect(newGroup({ projects: [randomUUID()] })).rejects.toMatchObject({ status: 400, fields: { projects: expect.any(String) } });
  });

  it("is found by a part of its name, with its numbers", async () => {
    const word = randomUUID().slice(0, 8);
    await newGroup({ name: `Harbour ${word} b` });
    const first = await newGroup({ name: `harbour ${word} A` });
    await add(first._id, [(await createAccount("user")).email]);
    const { groups, total } = await listGroupPage(admin, groupListQuerySchema.parse({ search: word.toUpperCase(), limit: "1" }));
    expect([total, groups]).toMatchObject([2, [{ _id: first._id, memberCount: 1, projectCount: 0 }]]);
  });
});

describe("members", () => {
  it("are added by address and invited when they are new, without admins", async () => {
    const [user, boss] = [await createAccount("user"), await createAccount("admin")];
    const email = `${randomUUID()}@example.com`;
    const group = await newGroup();
    expect(await add(group._id, [user.email, boss.email, email])).toEqual({ added: 1, invited: 0 });
    expect(await add(group._id, [user.email, boss.email, email], { invite: true })).toEqual({ added: 1, invited: 1 });
    expect((await membersOf(group._id)).map((member) => member.email).sort()).toEqual([user.email, email].sort());
    expect(await db().invitation.count({ where: { account: { email } } })).toBe(1);
  });

  it("end on their date, and are renewed when they are added again", async () => {
    const [user, project] = [await createAccount("user"), await createProject(null)];
    const group = await newGroup({ projects: [project.id] });
    await add(group._id, [user.email], { expiresAt: LATER });
    expect(await membersOf(group._id)).toMatchObject([{ expiresAt: LATER.toISOString(), hasEnded: false }]);
    await changeMemberEnd(admin, group._id, { accountId: user.id, expiresAt: PAST }, client);
    expect(await membersOf(group._id)).toMatchObject([{ hasEnded: true }]);
    expect((await readGroup(admin, group._id)).memberCount).toBe(0);
    expect(await opens(user.id)).toEqual([]);
    expect(await add(group._id, [user.email])).toEqual({ added: 1, invited: 0 });
    expect(await opens(user.id)).toEqual([project.id]);
    await removeMember(admin, group._id, user.id, client);
    await expect(removeMember(admin, group._id, user.id, client)).rejects.toMatchObject({ status: 404 });
    expect(await opens(user.id)).toEqual([]);
  });

  it("are previewed: new, known, members, admins, invalid ones and duplicates", async () => {
    const [member, known, boss] = [await createAccount("user"), await createAccount("user"), await createAccount("admin")];
    const group = await newGroup();
    await add(group._id, [member.email]);
    const text = ["new@example.com", known.email.toUpperCase(), member.email, boss.email, "somewhere", `Known <${known.email}>`].join("\n");
    const kinds = (await previewAddresses(admin, { group: group._id, text })).map(({ kind }) => kind);
    expect(kinds).toEqual(["new", "known", "member", "admin", "invalid", "duplicate"]);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}@example.com`).join(",");
    expect(await previewAddresses(admin, { text: many(1_000) })).toHaveLength(1_000);
    await expect(previewAddresses(admin, { text: many(1_001) })).rejects.toMatchObject({ status: 400 });
  });

  it("are exported as CSV that the preview reads, without formulas", async () => {
    const user = await createAccount("user", { name: "=1+1, Ada" });
    const group = await newGroup();
    await add(group._id, [user.email], { expiresAt: LATER });
    const { csv } = await exportMembers(admin, group._id);
    expect(csv).toBe(`\ufeffFull name,Email,Ends (UTC)\r\n"'=1+1, Ada",${user.email},${LATER.toISOString()}\r\n`);
    expect(await previewAddresses(admin, { group: group._id, text: csv })).toEqual([{ address: user.email, kind: "member" }]);
  });
});

describe("the claim of single sign-on", () => {
  it("makes and ends memberships at each sign-in, and leaves those that an admin made", async () => {
    const [user, project] = [await createAccount("user"), await createProject(null)];
    const [crew, masters, byHand] = [
      await newGroup({ claimValues: ["crew", "staff"], projects: [project.id] }),
      await newGroup({ claimValues: ["masters"] }),
      await newGroup({ claimValues: ["crew"] }),
    ];
    await add(byHand._id, [user.email]);
    const groupsAfter = async (values: string[]) => {
      await inTransaction((tx) => applyGroupClaims(tx, user, values, client));
      const rows = await db().groupMember.findMany({ where: { accountId: user.id } });
      return rows.map(({ groupId }) => groupId).sort();
    };
    expect(await groupsAfter(["staff", "unknown"])).toEqual([crew._id, byHand._id].sort());
    expect(await membersOf(crew._id)).toMatchObject([{ isFromClaim: true }]);
    expect(await opens(user.id)).toEqual([project.id]);
    expect(await groupsAfter(["masters", "crew"])).toEqual([crew._id, masters._id, byHand._id].sort());
    expect(await groupsAfter([])).toEqual([byHand._id]);
    expect(await opens(user.id)).toEqual([]);
    expect(await actionsOn(masters._id)).toEqual(["group.created", "group.members-added", "group.members-removed"]);
  });
});
