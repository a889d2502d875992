import { beforeAll, describe, expect, it, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { projectSortSchema } from "@/lib/projects/schema";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { giveProject, listAssigned, namesOf, pageOf } from "./calls";

let user: SignedIn;
let other: SignedIn;
let admin: SignedIn;
let grace: SignedIn;
const at = (day: string) => `2026-${day}T12:00:00.000Z`;

beforeAll(async () => {
  [user, other, admin, grace] = [await signedIn("user"), await signedIn("user"), await signedIn("admin"), await signedIn("superadmin")];
  await giveProject("Harbour Depths", admin.account.id, at("03-01"), [user]);
  await giveProject("harbour lights", grace.account.id, at("03-02"), [user, other]);
  await giveProject("Fjord 100%_\\", grace.account.id, at("03-03"), [user]);
  await giveProject("Øresund 🗺️ מפה", null, at("03-03"), [user]);
  await giveProject("Reef", null, at("03-05"), [user]);
  await giveProject("Another user's harbour", admin.account.id, at("03-04"), [other]);
});

describe("GET /api/project/assigned", () => {
  it("returns all projects of the caller, newest first, when called without parameters", async () => {
    const { projects, total, assignedTotal, nextCursor } = await pageOf(user);
    expect(projects[0]?.name).toBe("Reef");
    expect(projects.at(-1)?.name).toBe("Harbour Depths");
    expect([projects.length, total, assignedTotal, nextCursor]).toEqual([5, 5, 5, null]);
  });

  it("returns an empty list to an admin without assignments", async () => {
    expect(await pageOf(admin)).toEqual({ projects: [], total: 0, assignedTotal: 0, nextCursor: null });
  });

  it.each([
    ["HARBOUR", ["harbour lights", "Harbour Depths"]],
    ["  lights ", ["harbour lights"]],
    ["another", []],
    ["%", ["Fjord 100%_\\"]],
    ["_", ["Fjord 100%_\\"]],
    ["\\", ["Fjord 100%_\\"]],
    ['\'; DROP TABLE "Project"; --', []],
    ["$1", []],
    ["øRESUND", ["Øresund 🗺️ מפה"]],
    ["מפה", ["Øresund 🗺️ מפה"]],
    ["🗺️", ["Øresund 🗺️ מפה"]],
    ["a\u0000b\u0007", []],
  ])("searches names for %j without changing the assigned total", async (search, found) => {
    const page = await pageOf(user, { search, limit: "50" });
    expect(page.projects.map(({ name }) => name)).toEqual(found);
    expect([page.total, page.assignedTotal]).toEqual([found.length, 5]);
  });

  it("filters by creator", async () => {
    expect(await namesOf(user, { createdBy: grace.account.id, sort: "name-asc" })).toEqual(["Fjord 100%_\\", "harbour lights"]);
    expect(await namesOf(user, { createdBy: grace.account.id.toUpperCase(), sort: "name-asc" })).toHaveLength(2);
    expect((await namesOf(user, { createdBy: "unknown" })).toSorted()).toEqual(["Reef", "Øresund 🗺️ מפה"]);
    expect(await namesOf(user, { createdBy: "01900000-0000-7000-8000-000000000000" })).toEqual([]);
    expect(await namesOf(user, { createdBy: "" })).toHaveLength(5);
  });

  it.each([
    [{ from: "2026-03-03" }, 3],
    [{ to: "2026-03-03" }, 4],
    [{ from: "2026-03-03", to: "2026-03-03" }, 2],
    [{ from: "2026-03-02T12:00:00.000Z", to: "2026-03-03T12:00:00.000Z" }, 1],
    [{ from: "2026-03-02T07:00:00-05:00", to: "2026-03-02T12:00:00.001Z" }, 1],
    [{ from: "2026-03-04", to: "2026-03-03" }, 0],
    [{ from: "", to: "" }, 5],
  ])("filters by creation date with %o", async (query, count) => {
    expect(await pageOf(user, query as Record<string, string>)).toMatchObject({ total: count, assignedTotal: 5 });
  });

  it("combines search, creator, dates and sort order", async () => {
    const query = { search: "harbour", createdBy: grace.account.id, from: "2026-03-02", to: "2026-03-03", sort: "date-oldest" };
    expect(await namesOf(user, query)).toEqual(["harbour lights"]);
    expect(await namesOf(user, { ...query, createdBy: "unknown" })).toEqual([]);
    expect(await namesOf(user, { ...query, to: "2026-03-01" })).toEqual([]);
  });

  it.each([
    ["createdBy", "me"],
    ["createdBy", "' OR true --"],
    ["from", "yesterday"],
    ["from", "2026-02-30"],
    ["to", "2026-03-03T25:00:00Z"],
    ["to", "0000-01-01"],
    ["to", "+275760-09-13T00:00:00.000Z"],
    ["sort", "colour"],
    ["limit", "0"],
    ["search", "x".repeat(201)],
    ["cursor", "garbage"],
  ])("returns 400 and names the field for %s %j", async (field, value) => {
    const answer = await listAssigned(user, { [field]: value });
    expect(answer.status).toBe(400);
    const { message, fields } = await answer.json();
    expect(Object.keys(fields)).toEqual([field]);
    expect(message).not.toMatch(/Invalid|Too (?:small|big)|expected/);
  });

  it("returns 400 for a cursor of another sort order", async () => {
    const { nextCursor } = await pageOf(user, { sort: "name-asc", limit: "1" });
    expect((await listAssigned(user, { sort: "date-newest", limit: "1", cursor: nextCursor ?? "" })).status).toBe(400);
  });

  it.each(projectSortSchema.options)("returns each project exactly once when paging in the order %s", async (sort) => {
    const whole = await namesOf(user, { sort, from: "2026-03-02" });
    expect(whole).toHaveLength(4);
    for (const limit of ["1", "3"]) {
      const found: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page = await pageOf(user, { sort, from: "2026-03-02", limit, ...(cursor && { cursor }) });
        found.push(...page.projects.map(({ name }) => name));
        expect([page.total, page.assignedTotal]).toEqual([4, 5]);
        cursor = page.nextCursor;
      }
      expect(found).toEqual(whole);
    }
  });

  it("runs one query in addition to the session check", async () => {
    const query = vi.spyOn(pool(), "query");
    await pageOf(user, { limit: "2", search: "h", createdBy: "unknown" });
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
  });
});
