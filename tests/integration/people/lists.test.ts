import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AdminPage } from "@/lib/accounts/admins/schema";
import type { UserPage } from "@/lib/accounts/users/schema";
import { USER_SORTS } from "@/lib/accounts/values";
import { db, pool } from "@/lib/db/client";
import { assign, createAccount } from "../../setup/fixtures";
import { forgedCursor } from "../../setup/forged-cursor";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { admins, projectsNamed, users } from "./calls";

let superadmin: SignedIn;
let projects: string[];

/** Name, local part of the email, number of projects, day of January 2026. Some values are equal for every sort order. */
const people = [
  ["list Alpha", "f", 3, 1],
  ["List beta", "e", 0, 1],
  ["LIST Gamma", "d", 3, 2],
  ["list gamma", "c", 1, 2],
  ["list Épsilon", "b", 5, 3],
  ["list Zeta_100%", "a\\b", 0, 3],
] as const;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
  projects = await projectsNamed("Delta", "alpha", "Charlie", "bravo", "Echo");
  for (const [name, local, count, day] of people) {
    for (const role of ["user", "admin"] as const) {
      const { id } = await createAccount(role, { name, email: `${local}@list-${role}.example.com` });
      await db().account.update({ where: { id }, data: { createdAt: new Date(Date.UTC(2026, 0, day)) } });
      for (const project of role === "user" ? projects.slice(0, count) : []) await assign(project, id);
    }
  }
});

async function userPage(query: Record<string, string>): Promise<UserPage> {
  const answer = await users.all(superadmin, `?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function adminPage(query: Record<string, string>): Promise<AdminPage> {
  const answer = await admins.all(superadmin, `?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const namesOf = async (query: Record<string, string>) => (await userPage(query)).users.map(({ fullName }) => fullName);

async function readAll(query: Record<string, string>): Promise<UserPage["users"]> {
  const found: UserPage["users"] = [];
  let cursor: string | null = null;
  do {
    const page: UserPage = await userPage({ ...query, ...(cursor ? { cursor } : {}) });
    expect(page.total).toBe(people.length);
    expect(page.users.length).toBeLessThanOrEqual(Number(query.limit));
    found.push(...page.users);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

/** The default order is newest first. */
const isSameOrder = (one: string, other: string) => one.replace(/^all$/, "date-newest") === other.replace(/^all$/, "date-newest");

describe("GET /api/user/all", () => {
  it("sorts É next to e", async () => {
    const ascending = await readAll({ sort: "name-asc", limit: "2" });
    expect(ascending.map(({ fullName }) => fullName.toLowerCase())).toEqual([
      "list alpha",
      "list beta",
      "list épsilon",
      "list gamma",
      "list gamma",
      "list zeta_100%",
    ]);
  });

  it("returns all users with their sorted projects when called without parameters", async () => {
    const { users: all, total, nextCursor } = await userPage({});
    expect([all.length, total, nextCursor]).toEqual([people.length, people.length, null]);
    expect(all.map(({ email }) => email).every((email) => email.endsWith("@list-user.example.com"))).toBe(true);
    const row = await db().account.findUniqueOrThrow({ where: { email: "b@list-user.example.com" } });
    expect(all.find(({ _id }) => _id === row.id)).toEqual({
      _id: row.id,
      expiresAt: null,
      invitation: null,
      fullName: "list Épsilon",
      email: "b@list-user.example.com",
      assignedProjects: ["alpha", "bravo", "Charlie", "Delta", "Echo"].map((name) => ({ _id: expect.any(String), name })),
      assignedProjectCount: 5,
      createdAt: "2026-01-03T00:00:00.000Z",
    });
  });

  it("returns at most the requested number of project names, and the total count", async () => {
    for (const assigned of [0, 1, 3, 200]) {
      for (const { assignedProjects, assignedProjectCount } of (await userPage({ assigned: String(assigned) })).users) {
        expect(assignedProjects).toHaveLength(Math.min(assigned, assignedProjectCount));
      }
    }
    const [most] = (await userPage({ sort: "projects-desc", limit: "1", assigned: "3" })).users;
    expect(most).toMatchObject({ assignedProjectCount: 5, assignedProjects: [{ name: "alpha" }, { name: "bravo" }, { name: "Charlie" }] });
  });

  it.each(USER_SORTS)("returns each user exactly once in the order of %s for any page size", async (sort) => {
    const whole = (await userPage({ sort })).users;
    expect(whole).toHaveLength(people.length);
    for (const limit of ["1", "2", "5", "200"]) expect(await readAll({ sort, limit })).toEqual(whole);
  });

  it("sorts by the values of the columns", async () => {
    expect((await namesOf({ sort: "name-asc" })).slice(0, 2)).toEqual(["list Alpha", "List beta"]);
    expect(await namesOf({ sort: "email-asc" })).toEqual(people.map(([name]) => name).toReversed());
    expect(await namesOf({ sort: "email-desc" })).toEqual(people.map(([name]) => name));
    const counts = (await userPage({ sort: "projects-asc" })).users.map(({ assignedProjectCount }) => assignedProjectCount);
    expect(counts).toEqual([0, 0, 1, 3, 3, 5]);
    for (const [ascending, descending] of [
      ["name-asc", "name-desc"],
      ["projects-asc", "projects-desc"],
      ["date-oldest", "date-newest"],
    ] as const) {
      expect(await namesOf({ sort: descending })).toEqual((await namesOf({ sort: ascending })).toReversed());
    }
    expect(await namesOf({})).toEqual(await namesOf({ sort: "date-newest" }));
    expect((await namesOf({ sort: "date-oldest" })).slice(0, 2).toSorted()).toEqual(["List beta", "list Alpha"]);
  });

  it.each([
    ["ALPHA", ["list Alpha"]],
    ["gamma", ["LIST Gamma", "list gamma"]],
    ["épsilon", ["list Épsilon"]],
    ["ÉPSILON", ["list Épsilon"]],
    ["E\u0301PSILON", ["list Épsilon"]],
    ["%", ["list Zeta_100%"]],
    ["_", ["list Zeta_100%"]],
    ["\\", ["list Zeta_100%"]],
    ["E@LIST-user", ["List beta"]],
    ["a\\B@", ["list Zeta_100%"]],
    ["' OR 1=1 --", []],
    ["$1", []],
    ["(select 1)", []],
    ["😀", []],
    ["list-admin", []],
  ])("searches names and emails for %j", async (search, found) => {
    expect((await namesOf({ search })).toSorted()).toEqual(found.toSorted());
    expect(await userPage({ search, limit: "1" })).toMatchObject({ total: found.length });
  });

  it("ignores a search of invisible characters", async () => {
    for (const search of ["", "  ", "\0", "\0\t\n"]) expect((await userPage({ search })).total).toBe(people.length);
  });

  it("runs one query in addition to the session check and does not read password hashes", async () => {
    const query = vi.spyOn(pool(), "query");
    await userPage({ limit: "2", sort: "projects-desc", search: "list" });
    expect(query).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(query.mock.calls)).not.toMatch(/passwordHash|a\.\*/);
    query.mockRestore();
  });

  it("continues after the last row when accounts are added or deleted between pages", async () => {
    const first = await userPage({ sort: "name-asc", limit: "2" });
    const early = await createAccount("user", { name: "A comes before", email: "early@list-user.example.com" });
    const second = await userPage({ sort: "name-asc", limit: "2", cursor: first.nextCursor ?? "" });
    await db().account.delete({ where: { id: early.id } });
    expect([...first.users, ...second.users].map(({ fullName }) => fullName.toLowerCase())).toEqual([
      "list alpha",
      "list beta",
      "list épsilon",
      "list gamma",
    ]);
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=1e1",
    "assigned=-1",
    "assigned=201",
    "assigned=x",
    "sort=password",
    "sort=constructor",
    "cursor=x",
    `search=${"x".repeat(201)}`,
  ])("returns 400 with a readable message for ?%s", async (query) => {
    const answer = await users.all(superadmin, `?${query}`);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).not.toMatch(/Invalid|Too (?:small|big)|expected/);
  });

  it("returns 400 for cursors of other sort orders and for forged cursors", async () => {
    for (const from of USER_SORTS) {
      const { nextCursor } = await userPage({ sort: from, limit: "1" });
      for (const to of USER_SORTS) {
        const { status } = await users.all(superadmin, `?sort=${to}&cursor=${nextCursor}`);
        expect([from, to, status]).toEqual([from, to, isSameOrder(from, to) ? 200 : 400]);
      }
    }
    const { nextCursor } = await userPage({ sort: "projects-asc", limit: "1" });
    for (const key of [1.5, 2 ** 31, -1e99, "1", null, {}, [], true]) {
      expect((await users.all(superadmin, `?sort=projects-asc&cursor=${forgedCursor(nextCursor, key)}`)).status).toBe(400);
    }
  });
});

describe("GET /api/admin/all", () => {
  it("returns only admins with the expected fields", async () => {
    const { admins: all, total, nextCursor } = await adminPage({ sort: "email-desc" });
    expect([all.length, total, nextCursor]).toEqual([people.length, people.length, null]);
    expect(all[0]).toEqual({
      _id: expect.any(String),
      invitation: null,
      limit: null,
      name: "list Alpha",
      email: "f@list-admin.example.com",
      createdAt: "2026-01-01T00:00:00.000Z",
    });
  });

  it("searches names and emails and returns each admin once over all pages", async () => {
    expect((await adminPage({ search: "ÉPS" })).admins).toMatchObject([{ name: "list Épsilon" }]);
    expect((await adminPage({ search: "LIST-ADMIN", limit: "1" })).total).toBe(people.length);
    expect((await adminPage({ search: "list-user" })).total).toBe(0);
    const first = await adminPage({ sort: "name-desc", limit: "4" });
    const second = await adminPage({ sort: "name-desc", limit: "4", cursor: first.nextCursor ?? "" });
    expect(second.nextCursor).toBeNull();
    expect([...first.admins, ...second.admins]).toEqual((await adminPage({ sort: "name-desc" })).admins);
  });

  it("returns 400 for the order by projects", async () => {
    expect((await admins.all(superadmin, "?sort=projects-asc")).status).toBe(400);
  });
});
