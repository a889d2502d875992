import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET as all } from "@/app/api/project/all/route";
import { findViewer } from "@/lib/accounts/sessions/policy";
import type { Viewer } from "@/lib/accounts/sessions/schema";
import { db, pool } from "@/lib/db/client";
import { findMapAccess, findProject } from "@/lib/projects/data";
import type { ProjectPage } from "@/lib/projects/schema";
import { assign, createProject } from "../setup/fixtures";
import { forgedCursor } from "../setup/forged-cursor";
import { requestTo, type SignedIn, signedIn } from "../setup/signed-in";

let admin: SignedIn;
let superadmin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  [admin, superadmin, user] = [await signedIn("admin"), await signedIn("superadmin"), await signedIn("user")];
});

async function viewerOf(caller: SignedIn): Promise<Viewer> {
  const viewer = await findViewer(requestTo("/", { headers: caller.bearer }), "read");
  if (!viewer) throw new Error("Not signed in.");
  return viewer;
}

const list = (query = "", caller = admin) => all(requestTo(`/api/project/all${query}`, { headers: caller.bearer }));

async function page(query: Record<string, string>): Promise<ProjectPage> {
  const answer = await list(`?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function listAfter(sort: string, key: string): Promise<Response> {
  const { nextCursor } = await page({ sort, limit: "1" });
  return await list(`?sort=${sort}&cursor=${forgedCursor(nextCursor, key)}`);
}

async function withTree(projectId: string): Promise<number> {
  const tree = await db().tree.create({ data: { projectId } });
  await db().project.update({ where: { id: projectId }, data: { currentTreeId: tree.id } });
  return Number(tree.id);
}

describe("GET /api/project/all", () => {
  it.each([
    [null, 401],
    ["user", 403],
    ["admin", 200],
    ["superadmin", 200],
  ] as const)("for the role %s returns %i", async (role, status) => {
    const headers = role ? { user, admin, superadmin }[role].bearer : {};
    expect((await all(requestTo("/api/project/all", { headers }))).status).toBe(status);
  });

  it("returns every field of a project", async () => {
    const project = await createProject(superadmin.account.id, { name: "Field Test", safeName: "field-test", description: "A map" });
    await withTree(project.id);
    await assign(project.id, user.account.id);
    const { projects } = await page({ search: "field test" });
    const at = project.createdAt.toISOString();
    expect(projects).toEqual([
      {
        _id: project.id,
        name: "Field Test",
        safeName: "field-test",
        description: "A map",
        viewMap: "http://localhost:3000/projects/maps/field-test/",
        path: "/projects/maps/field-test",
        mapImage: null,
        createdBy: { _id: superadmin.account.id, name: superadmin.account.name },
        createdByModel: "SuperAdmin",
        isFavourite: false,
        allowsLocation: false,
        allowsCamera: false,
        dateCreated: at,
        createdAt: at,
        updatedAt: expect.any(String),
        assignedUserCount: 1,
        status: "online",
        mapUrl: null,
      },
    ]);
  });

  it("returns null for a missing creator and the address of an external map", async () => {
    const gone = await signedIn("superadmin");
    await createProject(gone.account.id, { name: "Creator Gone" });
    await db().account.delete({ where: { id: gone.account.id } });
    await createProject(admin.account.id, { name: "Map Elsewhere", mapUrl: "https://maps.example.org/x" });
    expect((await page({ search: "creator gone" })).projects[0]).toMatchObject({ createdBy: null, createdByModel: "Admin", viewMap: null });
    expect((await page({ search: "map elsewhere" })).projects[0]).toMatchObject({
      createdBy: { name: admin.account.name },
      createdByModel: "Admin",
      viewMap: "https://maps.example.org/x",
    });
  });

  it("runs one query in addition to the session check", async () => {
    const query = vi.spyOn(pool(), "query");
    await list("?limit=2");
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
  });

  it.each([
    "?limit=0",
    "?sort=colour",
    "?limit=0x10",
    "?cursor=garbage",
    "?cursor=",
    "?sort=name-asc&cursor=WzEsMl0",
    "?sort=all&cursor=WyJub3QgYSBkYXRlIiwiMDE5MDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAwIl0",
  ])("returns 400 with a readable message for %s", async (query) => {
    const answer = await list(query);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).not.toMatch(/Invalid|Too (?:small|big)|expected/);
  });

  it.each([
    ...["5", "infinity", "0000-01-01T00:00:00.000Z", "2026-02-30T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"].map((date) => [
      "date-newest",
      date,
    ]),
    ["name-asc", "a\0b"],
    ["creator-desc", "a\0b"],
  ] as [string, string][])("returns 400 for a cursor with an invalid key in the order %s: %j", async (sort, key) => {
    const answer = await listAfter(sort, key);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toBe("The cursor is not one of this list.");
  });

  it("returns 400 for a cursor of another sort order", async () => {
    const { nextCursor } = await page({ sort: "name-asc", limit: "1" });
    for (const sort of ["name-desc", "creator-asc", "date-newest"])
      expect((await list(`?sort=${sort}&cursor=${nextCursor}`)).status).toBe(400);
    expect((await list(`?sort=name-asc&cursor=${nextCursor}`)).status).toBe(200);
  });

  it.each([
    ["date-newest", "2026-02-28T00:00:00.000Z"],
    ["name-asc", "5"],
    ["name-asc", "\ud800 \u202e"],
  ])("accepts a cursor with an unknown key in the order %s: %j", async (sort, key) => {
    expect((await listAfter(sort, key)).status).toBe(200);
  });

  it("accepts any search text", async () => {
    for (const search of ["%", "_", "'", "\\", "\u0000", "a".repeat(200), "🗺️"]) {
      expect((await list(`?${new URLSearchParams({ search })}`)).status).toBe(200);
    }
    expect((await page({ search: "%" })).total).toBe(0);
  });
});

describe("GET /api/project/all in pages", () => {
  const names = ["sorted Alpha", "sorted beta", "Sorted Gamma", "sorted delta", "sorted Épsilon"];

  beforeAll(async () => {
    for (const [index, name] of names.entries()) {
      const { id } = await createProject(admin.account.id, { name });
      // Two projects have the same time. Their order must be the same on all pages.
      await db().project.update({ where: { id }, data: { createdAt: new Date(2026, 0, 1 + Math.floor(index / 2)) } });
    }
  });

  async function readAll(sort: string, limit: string): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: ProjectPage = await page({ search: "SORTED", sort, limit, ...(cursor ? { cursor } : {}) });
      expect(answer.total).toBe(names.length);
      expect(answer.projects.length).toBeLessThanOrEqual(Number(limit));
      found.push(...answer.projects.map(({ name }) => name));
      cursor = answer.nextCursor;
    } while (cursor);
    return found;
  }

  it.each(["all", "name-asc", "name-desc", "date-newest", "date-oldest", "creator-asc", "creator-desc"])(
    "returns each project exactly once in the order of %s",
    async (sort) => {
      const whole = (await page({ search: "sorted", sort })).projects.map(({ name }) => name);
      expect(new Set(whole)).toEqual(new Set(names));
      for (const limit of ["1", "2", "5", "200"]) expect(await readAll(sort, limit)).toEqual(whole);
    },
  );

  it("sorts letters with accents next to their base letters, on all pages", async () => {
    const accented = [
      "accent Ångström",
      "accent Äpfel",
      "accent apple",
      "accent azure",
      "accent Oslo",
      "accent østre",
      "accent ozone",
      "accent Zoo",
    ];
    for (const name of accented.toReversed()) await createProject(admin.account.id, { name });
    const sortedBy = async (sort: string) => {
      const first = await page({ search: "accent", sort, limit: "3" });
      const rest = await page({ search: "accent", sort, limit: "50", cursor: first.nextCursor ?? "" });
      return [...first.projects, ...rest.projects].map(({ name }) => name);
    };
    expect(await sortedBy("name-asc")).toEqual(accented);
    expect(await sortedBy("name-desc")).toEqual(accented.toReversed());
  });

  it("sorts by name in any case and by date", async () => {
    const byName = await readAll("name-asc", "2");
    expect(byName.slice(0, 2)).toEqual(["sorted Alpha", "sorted beta"]);
    expect(await readAll("name-desc", "2")).toEqual(byName.toReversed());
    expect((await readAll("date-oldest", "2")).slice(0, 2).toSorted()).toEqual(["sorted Alpha", "sorted beta"]);
    expect(await readAll("date-newest", "2")).toEqual((await readAll("date-oldest", "2")).toReversed());
    expect(await readAll("all", "2")).toEqual(await readAll("date-newest", "2"));
  });

  it("returns the number of matches when there are none", async () => {
    expect(await page({ search: "no such project", limit: "5" })).toEqual({ projects: [], nextCursor: null, total: 0 });
  });
});

describe("map access of a user", () => {
  it("is limited to assigned projects", async () => {
    const other = await signedIn("user");
    const mine = await createProject(admin.account.id, { name: "Mine Alone", safeName: "mine-alone" });
    const treeId = await withTree(mine.id);
    await assign(mine.id, other.account.id);
    const [viewer, stranger] = [await viewerOf(other), await viewerOf(user)];
    for (const named of ["mine-alone", mine.id]) {
      expect(await findProject(viewer, named)).toMatchObject({ _id: mine.id });
      expect(await findProject(stranger, named)).toBeNull();
    }
    expect(await findProject(viewer, "mine\0alone")).toBeNull();
    const access = { projectId: mine.id, treeId, isEdited: expect.any(Boolean) };
    expect(await findMapAccess(viewer, "mine-alone")).toEqual(access);
    expect(await findMapAccess(stranger, "mine-alone")).toBeNull();
    expect(await findMapAccess(await viewerOf(admin), "mine-alone")).toEqual(access);
    expect(await findMapAccess(await viewerOf(superadmin), "mine-alone")).toEqual(access);
    expect(await findMapAccess(await viewerOf(admin), "no-such-map")).toBeNull();
  });

  it("is null for a project without a map, also for a superadmin", async () => {
    await createProject(admin.account.id, { name: "Empty Yet", safeName: "empty-yet" });
    expect(await findMapAccess(await viewerOf(superadmin), "empty-yet")).toBeNull();
  });
});
