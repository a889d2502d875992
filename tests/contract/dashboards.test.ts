import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { GET as adminDashboard } from "@/app/api/admin/dashboard-stats/route";
import { GET as superadminDashboard } from "@/app/api/superadmin/dashboard/route";
import { GET as userDashboard } from "@/app/api/user/dashboard/route";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { assign, createAccount, createProject } from "../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../setup/signed-in";

/** ISO 8601 time in UTC, as JSON.stringify writes a Date. */
const time = z.iso.datetime({ precision: 3 });
const count = z.int().nonnegative();
const percent = z.number().refine((value) => /^-?\d+(?:\.\d)?$/.test(String(value)), "more than one decimal");

/** The expected fields, repeated here so that a test fails when a field is added or removed. */
const recentProject = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  safeName: z.string(),
  description: z.string(),
  viewMap: z.url().nullable(),
  path: z.string().startsWith("/projects/maps/"),
  mapImage: z.string().startsWith("/api/project/image/").nullable(),
  createdBy: z.strictObject({ _id: z.uuid(), name: z.string() }).nullable(),
  createdByModel: z.enum(["SuperAdmin", "Admin"]),
  allowsLocation: z.boolean(),
  allowsCamera: z.boolean(),
  createdAt: time,
});
const recentProjects = z.array(recentProject).max(5);

const adminSchema = z.strictObject({
  totalUsers: count,
  percentUserIncrease: percent,
  usersLastMonth: count,
  totalProjects: count,
  percentProjectIncrease: percent,
  projectsLastMonth: count,
  lastProject: z.strictObject({ name: z.string(), dateCreated: time }).nullable(),
  recentProjects,
});

const superadminSchema = z.strictObject({
  totalUsers: count,
  percentUserIncrease: percent,
  usersLastMonth: count,
  totalProjects: count,
  percentProjectIncrease: percent,
  projectsLastMonth: count,
  totalAdmins: count,
  percentAdminIncrease: percent,
  adminsLastMonth: count,
  lastProject: z.strictObject({ name: z.string(), createdAt: time }).nullable(),
  recentProjects,
  recentAdmins: z.array(z.strictObject({ _id: z.uuid(), name: z.string(), email: z.email(), createdAt: time })).max(5),
  thumbnailProblem: z.string().nullable(),
  storageProblem: z.string().nullable(),
});

const userSchema = z.strictObject({
  totalProjects: count,
  percentileIncrease: percent,
  projectsLastMonth: count,
  lastProjectUploaded: z.strictObject({ name: z.string(), uploadedTime: time }).nullable(),
  recentProjects,
});

const calls = [
  {
    role: "admin",
    path: "/api/admin/dashboard-stats",
    handler: adminDashboard,
    schema: adminSchema,
    others: ["user"],
    also: ["superadmin"],
  },
  {
    role: "superadmin",
    path: "/api/superadmin/dashboard",
    handler: superadminDashboard,
    schema: superadminSchema,
    others: ["user", "admin"],
    also: [],
  },
  { role: "user", path: "/api/user/dashboard", handler: userDashboard, schema: userSchema, others: [], also: ["admin", "superadmin"] },
] as const;

let people: Record<"user" | "admin" | "superadmin", SignedIn>;
beforeAll(async () => {
  people = { user: await signedIn("user"), admin: await signedIn("admin"), superadmin: await signedIn("superadmin") };
});

const readDashboard = ({ path, handler }: (typeof calls)[number], headers: Record<string, string> = {}) =>
  handler(requestTo(path, { headers }));

/** Reads every dashboard as every permitted role, by cookie and by token, and checks each field against its schema. */
async function readAll() {
  const found: Record<string, unknown> = {};
  for (const call of calls) {
    for (const role of [call.role, ...call.also]) {
      for (const headers of [people[role].browser, people[role].bearer]) {
        const answer = await readDashboard(call, headers);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        const body: unknown = await answer.json();
        expect(call.schema.parse(body)).toEqual(body);
        if (headers === people[role].bearer && role === call.role) found[role] = body;
      }
    }
  }
  const { user, admin, superadmin } = found;
  return { user: userSchema.parse(user), admin: adminSchema.parse(admin), superadmin: superadminSchema.parse(superadmin) };
}

describe("dashboard responses", () => {
  it("contain zeros and empty lists when there are no projects", async () => {
    const { user, admin, superadmin } = await readAll();
    expect(user).toEqual({ totalProjects: 0, percentileIncrease: 0, projectsLastMonth: 0, lastProjectUploaded: null, recentProjects: [] });
    const projects = { totalProjects: 0, percentProjectIncrease: 0, projectsLastMonth: 0, lastProject: null, recentProjects: [] };
    // The user and the admin of this test were created this month.
    const users = { totalUsers: 1, percentUserIncrease: 100, usersLastMonth: 0 };
    expect(admin).toEqual({ ...users, ...projects });
    const { _id, name, email, createdAt } = { ...people.admin.account, _id: people.admin.account.id };
    expect(superadmin).toEqual({
      ...users,
      ...projects,
      totalAdmins: 1,
      percentAdminIncrease: 100,
      adminsLastMonth: 0,
      recentAdmins: [{ _id, name, email, createdAt: createdAt.toISOString() }],
      thumbnailProblem: null,
      storageProblem: null,
    });
  });

  it("tell superadmins that the disk is full", async () => {
    const capacity = vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: 1_000_000, free: 100_000 });
    expect((await readAll()).superadmin.storageProblem).toBe("The server's disk is full. An operator must free space on it.");
    capacity.mockRestore();
  });

  it("contain one project with all its fields", async () => {
    const { account } = people.admin;
    const { id: _id } = await createProject(account.id, { name: "Harbour", description: "Berths", mapUrl: "https://maps.example.org/h" });
    const createdAt = "2026-01-31T23:59:59.999Z";
    await db().project.update({ where: { id: _id }, data: { createdAt, imageBlobKey: "0123456789abcdef" } });
    await assign(_id, people.user.account.id);
    const { user, admin, superadmin } = await readAll();
    const project = {
      _id,
      name: "Harbour",
      safeName: "harbour",
      description: "Berths",
      viewMap: "https://maps.example.org/h",
      path: "/projects/maps/harbour",
      mapImage: `/api/project/image/${_id}?v=01234567`,
      createdBy: { _id: account.id, name: account.name },
      createdByModel: "Admin",
      allowsLocation: false,
      allowsCamera: false,
      createdAt,
    };
    const lists = { totalProjects: 1, recentProjects: [project] };
    expect(user).toEqual({
      ...lists,
      percentileIncrease: 100,
      projectsLastMonth: 0,
      lastProjectUploaded: { name: "Harbour", uploadedTime: createdAt },
    });
    expect(admin).toMatchObject({
      ...lists,
      percentProjectIncrease: 0,
      projectsLastMonth: 1,
      lastProject: { name: "Harbour", dateCreated: createdAt },
    });
    expect(superadmin).toMatchObject({ ...lists, percentProjectIncrease: 0, lastProject: { name: "Harbour", createdAt } });
  });

  it("contain the five newest projects, with null for missing creators and maps", async () => {
    const tree = await db().tree.create({ data: {} });
    for (let n = 0; n < 7; n += 1) {
      const gone = await createAccount("admin");
      await createAccount("user");
      const { id } = await createProject(gone.id, { currentTreeId: n === 6 ? tree.id : null, name: `Survey ${n}` });
      await assign(id, people.user.account.id);
      if (n % 2 === 0) await db().account.delete({ where: { id: gone.id } });
    }
    const { user, admin, superadmin } = await readAll();
    for (const { recentProjects: recent } of [user, admin, superadmin]) {
      expect(recent.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2].map((n) => `Survey ${n}`));
      expect(recent.map(({ createdBy }) => createdBy === null)).toEqual([true, false, true, false, true]);
      expect(recent[0]?.viewMap).toBe("http://localhost:3000/projects/maps/survey-6/");
      expect(recent.slice(1).map(({ viewMap }) => viewMap)).toEqual([null, null, null, null]);
    }
    expect(superadmin).toMatchObject({ totalUsers: 8, totalAdmins: 4, totalProjects: 8, percentProjectIncrease: 700 });
    expect(superadmin.recentAdmins).toHaveLength(4);
  });
});

describe("dashboard access", () => {
  it.each(calls)("$path returns 401 without a valid session and 403 to other roles", async (call) => {
    const anonymous = await readDashboard(call);
    expect(anonymous.status).toBe(401);
    expect(await anonymous.json()).toMatchObject({ message: "No authentication token found. Please log in again." });

    const ended = await signedIn(call.role);
    await db().session.delete({ where: { id: ended.session.id } });
    for (const headers of [ended.bearer, ended.browser, { authorization: "Bearer nonsense" }]) {
      const answer = await readDashboard(call, headers);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ message: "Your session has expired. Please log in again." });
    }

    for (const role of call.others) {
      for (const headers of [people[role].bearer, people[role].browser]) {
        const answer = await readDashboard(call, headers);
        expect(answer.status).toBe(403);
        const allowed = call.role === "admin" ? "administrators" : "super administrators";
        expect(await answer.json()).toMatchObject({ message: `Only ${allowed} may do this.`, success: false });
      }
    }
  });
});
