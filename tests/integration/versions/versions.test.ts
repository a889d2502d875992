import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET, PATCH, POST } from "@/app/api/project/versions/[id]/route";
import { db } from "@/lib/db/client";
import type { ProjectVersion } from "@/lib/projects/versions/schema";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { mapOf, publishFirst, replace, shownPage, treesOf } from "./replacing";

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});

interface Answer {
  status: number;
  body: { versions?: ProjectVersion[]; message?: string };
}

async function list(id: string, headers = admin.bearer): Promise<Answer> {
  const answer = await GET(requestTo(`/api/project/versions/${id}`, { headers }), { params: Promise.resolve({ id }) });
  return { status: answer.status, body: await answer.json() };
}

async function makeVersionCurrent(id: string, body: unknown, headers = admin.bearer): Promise<Answer> {
  const request = requestTo(`/api/project/versions/${id}`, { method: "POST", headers, body });
  const answer = await POST(request, { params: Promise.resolve({ id }) });
  return { status: answer.status, body: await answer.json() };
}

async function editNote(id: string, body: unknown, headers = admin.bearer): Promise<Answer> {
  const request = requestTo(`/api/project/versions/${id}`, { method: "PATCH", headers, body });
  const answer = await PATCH(request, { params: Promise.resolve({ id }) });
  return { status: answer.status, body: await answer.json() };
}

describe("GET /api/project/versions/{id}", () => {
  it("lists the current and former versions, newest first", async () => {
    const project = await publishFirst("one");
    const { treeId, importId, ownerId } = await replace(project, mapOf("three"));
    const changes = { added: 1, changed: 2, removed: 3 };
    await db().import.update({ where: { id: importId }, data: { changes } });
    const owner = await db().account.findUniqueOrThrow({ where: { id: ownerId } });
    const { body } = await list(project.id);
    expect(body.versions).toEqual([
      {
        _id: String(treeId),
        isCurrent: true,
        source: "zip",
        sourceName: "next.zip",
        createdBy: { _id: owner.id, name: owner.name },
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        retiredAt: null,
        note: "",
        fileCount: 2,
        byteCount: 5,
        mapImage: null,
        changes,
      },
      expect.objectContaining({
        _id: String(project.currentTreeId),
        isCurrent: false,
        sourceName: null,
        retiredAt: expect.stringMatching(/^\d{4}-.*Z$/),
        byteCount: 3,
        changes: null,
      }),
    ]);
    await db().account.delete({ where: { id: ownerId } });
    expect((await list(project.id)).body.versions?.[0]?.createdBy).toBeNull();
  });

  it("returns an empty list for a project without a map", async () => {
    expect(await list((await createProject(null)).id)).toEqual({ status: 200, body: { versions: [] } });
  });

  it.each([randomUUID(), "7", "../x"])("returns 404 for %s", async (id) => {
    expect((await list(id)).status).toBe(404);
  });
});

describe("POST /api/project/versions/{id}", () => {
  it("restores a former version and returns to the later one", async () => {
    const project = await publishFirst("one");
    const { treeId } = await replace(project, mapOf("two"));
    const back = await makeVersionCurrent(project.id, { versionId: String(project.currentTreeId) });
    expect(back).toMatchObject({ status: 200, body: { message: "This version of the map is online now" } });
    expect(back.body.versions?.map(({ _id, isCurrent, retiredAt }) => [_id, isCurrent, retiredAt === null])).toEqual([
      [String(treeId), false, false],
      [String(project.currentTreeId), true, true],
    ]);
    expect(await shownPage(project)).toBe("one");
    expect((await makeVersionCurrent(project.id, { versionId: String(treeId) })).status).toBe(200);
    expect(await shownPage(project)).toBe("two");
    const events = await db().auditEvent.findMany({ where: { targetId: project.id, action: "project.map-restored" } });
    expect(events).toMatchObject([
      { actorId: admin.account.id, targetName: project.name, details: { version: String(project.currentTreeId) } },
      { actorId: admin.account.id, details: { version: String(treeId) } },
    ]);
  });

  it("changes nothing when the version is already current", async () => {
    const project = await publishFirst("one");
    const before = await db().project.findUniqueOrThrow({ where: { id: project.id } });
    expect((await makeVersionCurrent(project.id, { versionId: String(project.currentTreeId) })).status).toBe(200);
    expect(await db().project.findUniqueOrThrow({ where: { id: project.id } })).toEqual(before);
    expect(await db().auditEvent.count({ where: { targetId: project.id, action: "project.map-restored" } })).toBe(0);
  });

  it("leaves exactly one current version after concurrent requests", async () => {
    const project = await publishFirst("one");
    const ids = [Number(project.currentTreeId)];
    for (const text of ["two", "three"]) ids.push((await replace(project, mapOf(text))).treeId);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(ids.map((id) => makeVersionCurrent(project.id, { versionId: String(id) })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { current, unretired, all } = await treesOf(project);
      expect(unretired).toEqual([current]);
      expect(all).toEqual(ids);
    }
  });

  it.each<[string, number, (ids: { project: string; version: string; foreign: string }) => [string, unknown]]>([
    ["a version of another project", 404, ({ project, foreign }) => [project, { versionId: foreign }]],
    ["a missing version", 404, ({ project }) => [project, { versionId: "999999999" }]],
    ["a missing project", 404, ({ version }) => [randomUUID(), { versionId: version }]],
    ["a malformed ID", 400, ({ project }) => [project, { versionId: "1; DROP" }]],
    ["a missing ID", 400, ({ project }) => [project, {}]],
    ["a too large ID", 400, ({ project }) => [project, { versionId: "9".repeat(30) }]],
  ])("for %s returns %i and changes nothing", async (_, status, given) => {
    const [project, other] = [await publishFirst("one"), await publishFirst("other")];
    const answer = await makeVersionCurrent(
      ...given({ project: project.id, version: String(project.currentTreeId), foreign: String(other.currentTreeId) }),
    );
    expect(answer.status).toBe(status);
    expect([await shownPage(project), await shownPage(other)]).toEqual(["one", "other"]);
  });
});

describe("PATCH /api/project/versions/{id}", () => {
  const noteEvents = (targetId: string) =>
    db().auditEvent.findMany({ where: { targetId, action: "project.version-noted" }, orderBy: { id: "asc" } });

  it("saves and removes the note of one version and audits each change once", async () => {
    const project = await publishFirst("one");
    await replace(project, mapOf("two"));
    const versionId = String(project.currentTreeId);
    const noted = await editNote(project.id, { versionId, note: "  Before the\ndredging\u0000 in May " });
    expect(noted).toMatchObject({ status: 200, body: { message: "Note saved" } });
    expect(noted.body.versions?.map(({ note }) => note)).toEqual(["", "Before the dredging  in May"]);
    expect((await editNote(project.id, { versionId, note: "Before the dredging  in May" })).status).toBe(200);
    expect((await makeVersionCurrent(project.id, { versionId })).body.versions?.[1]?.note).toBe("Before the dredging  in May");
    expect((await editNote(project.id, { versionId, note: "" })).body.message).toBe("Note removed");
    expect(await noteEvents(project.id)).toMatchObject([
      {
        actorId: admin.account.id,
        targetName: project.name,
        details: { version: versionId, before: "", after: "Before the dredging  in May" },
      },
      { details: { version: versionId, before: "Before the dredging  in May", after: "" } },
    ]);
  });

  it.each<[string, number, (ids: { project: string; version: string; foreign: string }) => [string, unknown]]>([
    ["a version of another project", 404, ({ project, foreign }) => [project, { versionId: foreign, note: "x" }]],
    ["a missing project", 404, ({ version }) => [randomUUID(), { versionId: version, note: "x" }]],
    ["a note of 201 characters", 400, ({ project, version }) => [project, { versionId: version, note: "x".repeat(201) }]],
    ["a missing note", 400, ({ project, version }) => [project, { versionId: version }]],
  ])("for %s returns %i and changes nothing", async (_, status, given) => {
    const [project, other] = [await publishFirst("one"), await publishFirst("other")];
    const ids = { project: project.id, version: String(project.currentTreeId), foreign: String(other.currentTreeId) };
    expect((await editNote(...given(ids))).status).toBe(status);
    for (const { id } of [project, other]) expect((await list(id)).body.versions?.map(({ note }) => note)).toEqual([""]);
  });
});
