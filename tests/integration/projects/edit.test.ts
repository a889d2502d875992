import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Account, Project } from "@/lib/generated/prisma/client";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { callsOf, eventsOf, plantFiles, publishFiles } from "./calls";

let admin: SignedIn;
let calls: ReturnType<typeof callsOf>;

beforeAll(async () => {
  admin = await signedIn("admin");
  calls = callsOf(admin);
});

async function sharedProject(names: readonly string[]): Promise<{ project: Project; people: Account[] }> {
  const project = await createProject(admin.account.id, { description: "As it was" });
  const people = await Promise.all(names.map((name) => createAccount("user", { name })));
  for (const { id } of people) await assign(project.id, id);
  return { project, people };
}

const DENIED = "This project no longer exists.";

describe("GET /api/project/details/{id}", () => {
  it("returns every field of a project", async () => {
    const { project, people } = await sharedProject(["ada", "Bea"]);
    await publishFiles(project.id, 4);
    await publishFiles(project.id, 7);
    const [ada, bea] = people;
    expect(await calls.details(project.id)).toMatchObject({
      status: 200,
      body: {
        project: {
          _id: project.id,
          name: project.name,
          description: "As it was",
          createdBy: { _id: admin.account.id },
          createdByModel: "Admin",
          allowsLocation: false,
          allowsCamera: false,
          status: "online",
          mapUrl: null,
          viewMap: `http://localhost:3000/projects/maps/${project.safeName}/`,
          fileCount: 7,
          byteCount: 70,
          formerVersionCount: 1,
          isDataMap: false,
          imageProblem: null,
          assignedUserCount: 2,
          assignedUsers: [
            { _id: ada?.id, fullName: "ada", name: "ada", email: ada?.email },
            { _id: bea?.id, fullName: "Bea", name: "Bea", email: bea?.email },
          ],
        },
      },
    });
  });

  it("returns isDataMap for a map with a page and a map.json at its top", async () => {
    const { project } = await sharedProject([]);
    const treeId = await publishFiles(project.id, 2);
    const isDataMap = async () => (await calls.details(project.id)).body.project.isDataMap;
    const rename = (from: string, name: string) => db().entry.updateMany({ where: { treeId, name: from }, data: { name } });
    await rename("file-1", "index.html");
    expect(await isDataMap()).toBe(false);
    await rename("file-2", "map.json");
    expect(await isDataMap()).toBe(true);
    await rename("index.html", "file-1");
    expect(await isDataMap()).toBe(false);
  });

  it("returns zeros for a project without a map and 404 for unknown IDs", async () => {
    const { project } = await sharedProject([]);
    const none = {
      fileCount: 0,
      byteCount: 0,
      formerVersionCount: 0,
      assignedUsers: [],
      assignedUserCount: 0,
      status: "none",
      viewMap: null,
    };
    expect((await calls.details(project.id)).body.project).toMatchObject(none);
    // An unfinished tree of an import does not count as a former map.
    await plantFiles(project.id, 1);
    for (const id of [randomUUID(), "nothing", "%00"])
      expect(await calls.details(id)).toMatchObject({ status: 404, body: { message: DENIED } });
  });
});

describe("PUT /api/project/edit/{id}", () => {
  it("accepts a longer description of an upload unchanged, and rejects a new one above 200 characters", async () => {
    // The 500 characters that an upload keeps may end with a space.
    for (const description of ["🗺".repeat(500), `${"x".repeat(499)} `]) {
      const project = await createProject(admin.account.id, { description });
      expect(await calls.edit(project.id, { description, allowsLocation: true })).toMatchObject({
        status: 200,
        body: { project: { description: description.trim(), allowsLocation: true } },
      });
      const message = "Description can have at most 200 characters.";
      for (const longer of ["y".repeat(201), `${description}y`])
        expect(await calls.edit(project.id, { description: longer })).toMatchObject({
          status: 400,
          body: { message, fields: { description: message } },
        });
    }
  });

  it("changes the given fields and records the former values in the audit trail", async () => {
    const { project, people } = await sharedProject(["Ada", "Bea", "Cy"]);
    const [ada, bea, cy] = people.map(({ id }) => id);
    const edited = await calls.edit(project.id, {
      description: "  As it\nis\u0000 now ",
      mapUrl: " HTTPS://Maps.example/chart one?x=1 ",
      allowsLocation: true,
      allowsCamera: false,
      deassignUserIds: [ada, cy?.toUpperCase(), ada, randomUUID()],
    });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        message: "Project updated successfully!",
        project: {
          description: "As it\nis now",
          mapUrl: "https://maps.example/chart%20one?x=1",
          viewMap: "https://maps.example/chart%20one?x=1",
          allowsLocation: true,
          allowsCamera: false,
          status: "external",
          assignedUserCount: 1,
          assignedUsers: [{ _id: bea }],
        },
      },
    });
    expect(Date.parse(edited.body.project.updatedAt)).toBeGreaterThan(project.updatedAt.getTime());
    expect(edited.body.project).toEqual((await calls.details(project.id)).body.project);
    const event = { actorId: admin.account.id, actorEmail: admin.account.email };
    expect(await eventsOf(project.id)).toMatchObject([
      {
        ...event,
        action: "project.changed",
        targetName: project.name,
        details: {
          before: { description: "As it was", mapUrl: null, allowsLocation: false },
          after: { description: "As it\nis now", mapUrl: "https://maps.example/chart%20one?x=1", allowsLocation: true },
        },
      },
    ]);
    expect(await eventsOf(ada ?? "")).toMatchObject([
      {
        ...event,
        action: "project.unassigned",
        details: { count: 1, assignedBeforeMonth: 0, projects: [{ _id: project.id, name: project.name }] },
      },
    ]);
    expect(await eventsOf(cy ?? "")).toHaveLength(1);
    expect(await eventsOf(bea ?? "")).toEqual([]);
  });

  it("assigns users who lack the project, and records one event for each of them", async () => {
    const { project, people } = await sharedProject(["Ada"]);
    const [ada] = people.map(({ id }) => id);
    const [bea, cy] = await Promise.all(["Bea", "Cy"].map((name) => createAccount("user", { name })));
    if (!bea || !cy) throw new Error("There is no user to assign.");
    const assignUserIds = [ada, bea.id.toUpperCase(), cy.id, bea.id];
    const edited = await calls.edit(project.id, { assignUserIds });
    expect([edited.status, edited.body.project.assignedUserCount]).toEqual([200, 3]);
    for (const { id } of [bea, cy]) {
      expect(await eventsOf(id)).toMatchObject([
        {
          action: "project.assigned",
          actorId: admin.account.id,
          details: { count: 1, projects: [{ _id: project.id, name: project.name }] },
        },
      ]);
    }
    expect(await eventsOf(ada ?? "")).toEqual([]);
    expect((await calls.edit(project.id, { assignUserIds: [cy.id], deassignUserIds: [ada] })).body.project.assignedUserCount).toBe(2);
  });

  it.each<[string, (ids: { user: string; admin: string }) => object, string]>([
    ["an unknown account", ({ user }) => ({ assignUserIds: [user, randomUUID()] }), "A chosen user no longer exists."],
    ["an admin", ({ user, admin: id }) => ({ assignUserIds: [user, id] }), "A chosen user no longer exists."],
    [
      "a user who is also removed",
      ({ user }) => ({ assignUserIds: [user], deassignUserIds: [user] }),
      "A user can't be added and removed at once.",
    ],
    ["too many users", () => ({ assignUserIds: Array.from({ length: 20_001 }, randomUUID) }), "At most 20,000 users can be added at once."],
  ])("returns 400 for %s and changes nothing", async (_, given, message) => {
    const { project, people } = await sharedProject(["Ada"]);
    const ada = people[0]?.id ?? "";
    const user = (await createAccount("user", { name: "Bea" })).id;
    const body = { description: "Another", deassignUserIds: [ada], ...given({ user, admin: admin.account.id }) };
    expect(await calls.edit(project.id, body)).toMatchObject({ status: 400, body: { message, fields: { assignUserIds: message } } });
    expect(await db().project.findUniqueOrThrow({ where: { id: project.id } })).toEqual(project);
    expect(await db().assignment.findMany({ where: { projectId: project.id } })).toMatchObject([{ accountId: ada }]);
    expect([...(await eventsOf(project.id)), ...(await eventsOf(ada)), ...(await eventsOf(user))]).toEqual([]);
  });

  it("writes nothing when nothing has changed", async () => {
    const { project } = await sharedProject(["Ada"]);
    const same = { description: "As it was", mapUrl: "", allowsLocation: false, deassignUserIds: [] };
    for (const body of [{}, same, { deassignUserIds: [admin.account.id] }]) {
      expect((await calls.edit(project.id, body)).status).toBe(200);
    }
    expect(await eventsOf(project.id)).toEqual([]);
    expect(await db().project.findUniqueOrThrow({ where: { id: project.id } })).toEqual(project);
  });

  it("keeps the location setting when an edit does not name it", async () => {
    const { project } = await sharedProject([]);
    expect((await calls.edit(project.id, { allowsLocation: true })).body.project.allowsLocation).toBe(true);
    expect((await calls.edit(project.id, { description: "Another" })).body.project.allowsLocation).toBe(true);
    expect((await calls.edit(project.id, { allowsLocation: false })).body.project.allowsLocation).toBe(false);
  });

  it("shows the uploaded map again when the map URL is empty or its own", async () => {
    const { project } = await sharedProject([]);
    await publishFiles(project.id, 1);
    const own = `http://localhost:3000/projects/maps/${project.safeName}`;
    for (const mapUrl of ["", "  ", own, `${own}/`]) {
      expect((await calls.edit(project.id, { mapUrl: "http://elsewhere.example" })).body.project.viewMap).toBe("http://elsewhere.example/");
      expect((await calls.edit(project.id, { mapUrl })).body.project).toMatchObject({ mapUrl: null, viewMap: `${own}/`, status: "online" });
    }
  });

  it.each([
    ["mapUrl", "javascript:alert(1)", "Map URL must be a web address that begins with http:// or https://."],
    ["mapUrl", "maps.example", "Map URL must be a web address that begins with http:// or https://."],
    ["mapUrl", "https://admin:secret@maps.example/", "Map URL must not contain a user name or a password."],
    ["mapUrl", `https://maps.example/${"x".repeat(1_980)}`, "Map URL can have at most 2,000 characters."],
    ["mapUrl", "http://localhost:3000/settings", "Map URL must not be an address of Sea-Vision."],
    ["mapUrl", "https://LOCALHOST:3000/projects/maps/another", "Map URL must not be an address of Sea-Vision."],
    ["mapUrl", new URL(env().mapsOrigin).href, "Map URL must not be an address of Sea-Vision."],
    ["description", "x".repeat(201), "Description can have at most 200 characters."],
    ["description", null, "description is missing or of the wrong kind."],
    ["allowsLocation", "yes", "allowsLocation is missing or of the wrong kind."],
    ["deassignUserIds", "all", "deassignUserIds is missing or of the wrong kind."],
  ])("returns 400 for %s %j and changes nothing", async (field, value, message) => {
    const { project } = await sharedProject([]);
    const body = { description: "Another", [field]: value };
    expect(await calls.edit(project.id, body)).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
    expect(await db().project.findUniqueOrThrow({ where: { id: project.id } })).toEqual(project);
  });

  it("returns 400 for the origin of another map, when each map has an origin of its own", async () => {
    const { project } = await sharedProject([]);
    const mapUrl = env().mapsOrigin.replace("//", "//another.");
    const before = { ...env() };
    Object.assign(env(), { isolatesMaps: true });
    const answer = await calls.edit(project.id, { mapUrl });
    Object.assign(env(), before);
    expect(answer).toMatchObject({ status: 400, body: { fields: { mapUrl: "Map URL must not be an address of Sea-Vision." } } });
  });

  it("keeps an unchanged description from a folder import that exceeds the limit", async () => {
    const { project } = await sharedProject([]);
    const description = "x".repeat(500);
    await db().project.update({ where: { id: project.id }, data: { description } });
    expect((await calls.edit(project.id, { mapUrl: "https://maps.example" })).body.project).toMatchObject({ description });
  });

  it("returns 404 for unknown IDs", async () => {
    for (const id of [randomUUID(), "nothing"]) expect(await calls.edit(id, {})).toMatchObject({ status: 404, body: { message: DENIED } });
  });

  it("removes the assignments of 999 users in one request", async () => {
    const { project } = await sharedProject([]);
    const names = Array.from({ length: 1_000 }, (_, index) => `Person ${index}`);
    await db().account.createMany({
      data: names.map((name, index) => ({ role: "user", name, email: `many-${index}@example.com`, passwordHash: "none" })),
    });
    const people = await db().account.findMany({ where: { email: { startsWith: "many-" } } });
    await db().assignment.createMany({ data: people.map(({ id }) => ({ projectId: project.id, accountId: id })) });
    expect((await calls.details(project.id)).body.project.assignedUsers).toHaveLength(1_000);
    const deassignUserIds = people.slice(0, 999).map(({ id }) => id);
    expect((await calls.edit(project.id, { deassignUserIds })).body.project.assignedUserCount).toBe(1);
    expect(await db().auditEvent.count({ where: { action: "project.unassigned", targetId: { in: deassignUserIds } } })).toBe(999);
  });
});
