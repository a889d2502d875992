import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as findCandidates } from "@/app/api/project/[id]/access/candidates/route";
import { PATCH as edit, GET as read } from "@/app/api/project/[id]/access/route";
import { listOpenable } from "@/lib/accounts/references/openable-projects";
import { db } from "@/lib/db/client";
import type { Account, Project } from "@/lib/generated/prisma/client";
import { type AccessCandidates, type AccessEditInput, accessPath, type ProjectAccess } from "@/lib/projects/access/schema";
import { assign, createAccount, createGroupWith, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { eventsOf } from "./calls";

let admin: SignedIn;
let project: Project;
let ada: Account;

const LATER = "2999-12-31T23:00:00.000Z";

beforeAll(async () => {
  admin = await signedIn("admin");
  [project, ada] = [await createProject(admin.account.id), await createAccount("user", { name: "Ada Berg" })];
});

interface Edited {
  access: ProjectAccess;
  message: string;
  fields?: Record<string, string>;
}

async function change(body: AccessEditInput, id = project.id): Promise<{ status: number; body: Edited }> {
  const request = requestTo(accessPath(id), { method: "PATCH", headers: admin.browser, body });
  const response = await edit(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: await response.json() };
}

async function access(id = project.id): Promise<ProjectAccess & { message?: string }> {
  const response = await read(requestTo(accessPath(id), { headers: admin.browser }), { params: Promise.resolve({ id }) });
  return response.json();
}

async function candidates(search: string): Promise<AccessCandidates> {
  const request = requestTo(`${accessPath(project.id)}/candidates?${new URLSearchParams({ search })}`, { headers: admin.browser });
  return (await findCandidates(request, { params: Promise.resolve({ id: project.id }) })).json();
}

const mayOpen = async ({ id }: Account) => (await listOpenable(db(), id)).some(({ _id }) => _id === project.id);
const mailsTo = ({ id }: Account) => db().accountNotice.findMany({ where: { accountId: id } });
const newUser = () => createAccount("user");

/** Creates a group with a member that has access to another project. */
async function newGroup(member: Account): Promise<string> {
  return createGroupWith(member.id, (await createProject(null)).id);
}

describe("PATCH /api/project/{id}/access", () => {
  it("gives a user access with an end, mails the user once, and changes the end", async () => {
    const entry = { _id: ada.id, name: "Ada Berg", email: ada.email, isInvited: false };
    expect(await change({ people: [{ _id: ada.id, expiresAt: LATER }] })).toMatchObject({
      status: 200,
      body: { access: { people: [{ ...entry, expiresAt: LATER }] } },
    });
    expect(await mayOpen(ada)).toBe(true);
    await change({ people: [{ _id: ada.id, expiresAt: null }] });
    expect((await access()).people).toEqual([{ ...entry, expiresAt: null }]);
    expect(await mailsTo(ada)).toHaveLength(1);
    const actions = (await eventsOf(ada.id)).map(({ action }) => action);
    expect(actions).toEqual(["project.assigned", "project.access-end-changed", "project.access-end-changed"]);
  });

  it("changes nothing when the access is as it was", async () => {
    const events = () => db().auditEvent.count();
    await change({ people: [{ _id: ada.id, expiresAt: null }], isOpenToAllUsers: false });
    const before = await events();
    expect((await change({ people: [{ _id: ada.id, expiresAt: null }], isOpenToAllUsers: false })).status).toBe(200);
    expect(await events()).toBe(before);
  });

  it("gives a group access, and mails the members who could not open the map", async () => {
    const [member, other] = [await newUser(), await newUser()];
    await assign(project.id, other.id);
    const groupId = await newGroup(member);
    await db().groupMember.create({ data: { groupId, accountId: other.id } });
    expect(await mayOpen(member)).toBe(false);
    const { body } = await change({ groups: [{ _id: groupId, expiresAt: LATER }] });
    expect(body.access.groups).toEqual([{ _id: groupId, name: expect.any(String), memberCount: 2, expiresAt: LATER }]);
    expect(await mayOpen(member)).toBe(true);
    expect([await mailsTo(member), await mailsTo(other)]).toEqual([[expect.anything()], []]);
    await change({ groups: [{ _id: groupId, expiresAt: null }] });
    expect(await mailsTo(member)).toHaveLength(1);
    await change({ withdrawGroups: [groupId] });
    expect(await mayOpen(member)).toBe(false);
    expect((await access()).groups).toEqual([]);
    const actions = (await eventsOf(groupId)).map(({ action }) => action);
    expect(actions).toEqual(["group.projects-given", "project.access-end-changed", "group.projects-withdrawn"]);
  });

  it("withdraws access of users, and lets those be that have none", async () => {
    const user = await newUser();
    await assign(project.id, user.id);
    expect((await change({ withdrawPeople: [user.id, randomUUID()] })).status).toBe(200);
    expect(await mayOpen(user)).toBe(false);
    expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(["project.unassigned"]);
  });

  it("opens the map to any signed-in user, and closes it again", async () => {
    const user = await newUser();
    expect((await change({ isOpenToAllUsers: true })).body.access.isOpenToAllUsers).toBe(true);
    expect(await mayOpen(user)).toBe(true);
    expect(await mailsTo(user)).toEqual([]);
    await change({ isOpenToAllUsers: false });
    expect(await mayOpen(user)).toBe(false);
    expect(await db().auditEvent.findFirst({ where: { targetId: project.id, action: "project.changed" } })).toMatchObject({
      details: { before: { isOpenToAllUsers: false }, after: { isOpenToAllUsers: true } },
    });
  });

  it.each([
    ["an unknown user", () => ({ people: [{ _id: randomUUID(), expiresAt: null }] }), "people", "A chosen user no longer exists."],
    ["an admin", () => ({ people: [{ _id: admin.account.id, expiresAt: null }] }), "people", "A chosen user no longer exists."],
    ["an unknown group", () => ({ groups: [{ _id: randomUUID(), expiresAt: null }] }), "groups", "A chosen group no longer exists."],
    [
      "an end in the past",
      () => ({ people: [{ _id: ada.id, expiresAt: "2020-01-01T00:00:00Z" }] }),
      "people.0.expiresAt",
      "Choose a time in the future.",
    ],
    [
      "a user who is named twice",
      () => ({ people: [{ _id: ada.id, expiresAt: null }], withdrawPeople: [ada.id.toUpperCase()] }),
      "people",
      "Name each user and each group once.",
    ],
  ] as const)("refuses %s, and changes nothing else", async (_what, body, field, message) => {
    const before = await access();
    const refused = await change({ ...body(), isOpenToAllUsers: true });
    expect(refused).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
    expect(await access()).toEqual(before);
  });

  it("returns 404 for a project that does not exist", async () => {
    for (const id of [randomUUID(), "none"]) {
      expect(await change({ isOpenToAllUsers: true }, id)).toMatchObject({
        status: 404,
        body: { message: "This project no longer exists." },
      });
      expect((await access(id)).message).toBe("This project no longer exists.");
    }
  });
});

describe("GET /api/project/{id}/access/candidates", () => {
  it("finds users and groups by part of a name or address, the likeliest first", async () => {
    const word = randomUUID().slice(0, 8);
    const inner = await createAccount("user", { name: `A ${word}`, email: `a-${randomUUID()}@fjord.example` });
    const first = await createAccount("user", { name: `${word} B`, email: `b-${randomUUID()}@fjord.example` });
    const chief = await createAccount("admin", { name: `${word} A`, email: `${word}@fjord.example` });
    const group = await db().group.create({ data: { name: `Group ${word}` } });
    const found = await candidates(word.toUpperCase());
    expect(found.people.map(({ _id, isAdmin }) => [_id, isAdmin])).toEqual([
      [chief.id, true],
      [first.id, false],
      [inner.id, false],
    ]);
    expect(found.groups).toEqual([{ _id: group.id, name: group.name, memberCount: 0 }]);
    expect((await candidates(chief.email)).people).toMatchObject([{ _id: chief.id, email: chief.email }]);
    expect(await candidates(randomUUID())).toEqual({ people: [], groups: [] });
  });

  it("returns at most 8 of each", async () => {
    const word = randomUUID();
    await Promise.all(Array.from({ length: 9 }, (_, index) => createAccount("user", { name: `${word} ${index}` })));
    expect((await candidates(word)).people).toHaveLength(8);
  });
});
