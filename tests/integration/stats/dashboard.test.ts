import { beforeAll, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db";
import { readAdminDashboard, readSuperadminDashboard, readUserDashboard } from "@/lib/projects/stats/data";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { accountOf, newViewers, projectOf, readAll, type Viewers } from "./viewers";

let viewers: Viewers;

beforeAll(async () => {
  viewers = await newViewers();
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe("the dashboards", () => {
  it("need one database round trip each", async () => {
    const reads = [
      () => readUserDashboard(viewers.user),
      () => readAdminDashboard(viewers.admin),
      () => readSuperadminDashboard(viewers.superadmin),
    ];
    for (const read of reads) {
      const [query, connect] = [vi.spyOn(pool(), "query"), vi.spyOn(pool(), "connect")];
      await read();
      expect(query).toHaveBeenCalledTimes(1);
      // The pool connects once for its query.
      expect(connect).toHaveBeenCalledTimes(1);
      for (const spy of [query, connect]) spy.mockRestore();
    }
  });

  it("count users, admins and projects, but no superadmins", async () => {
    const before = await readAll(viewers);
    for (const role of ["user", "user", "user", "admin", "admin", "superadmin"] as const) await createAccount(role);
    await createProject(null);
    const { admin, superadmin, user } = await readAll(viewers);
    expect([superadmin.totalUsers, superadmin.totalAdmins, superadmin.totalProjects]).toEqual([
      before.superadmin.totalUsers + 3,
      before.superadmin.totalAdmins + 2,
      before.superadmin.totalProjects + 1,
    ]);
    expect([admin.totalUsers, admin.totalProjects]).toEqual([superadmin.totalUsers, superadmin.totalProjects]);
    expect(user).toEqual({ totalProjects: 0, percentileIncrease: 0, projectsLastMonth: 0, lastProjectUploaded: null, recentProjects: [] });
  });

  it("list the five newest projects and admins, by ID when the times are equal", async () => {
    await db().project.deleteMany();
    await db().account.deleteMany({ where: { role: "admin", id: { not: viewers.admin.accountId } } });
    await db().account.update({ where: { id: viewers.admin.accountId }, data: { createdAt: day(1) } });
    for (let n = 1; n <= 7; n += 1) await projectOf(day(n), `Recent ${n}`);
    const admins = [await accountOf("admin", day(9)), await accountOf("admin", day(9))].sort().reverse();
    for (let n = 2; n <= 4; n += 1) admins.push(await accountOf("admin", day(9 - n)));
    const { admin, superadmin } = await readAll(viewers);
    expect(superadmin.recentProjects.map(({ name }) => name)).toEqual([7, 6, 5, 4, 3].map((n) => `Recent ${n}`));
    expect(admin.recentProjects).toEqual(superadmin.recentProjects);
    expect(superadmin.recentAdmins.map(({ _id }) => _id)).toEqual(admins);
    expect(admin.lastProject).toEqual({ name: "Recent 7", dateCreated: day(7).toISOString() });
    expect(superadmin.lastProject).toEqual({ name: "Recent 7", createdAt: day(7).toISOString() });
  });

  it("show a user only the assigned projects, ordered by the creation of the project", async () => {
    const projects = await db().project.findMany({ where: { name: { startsWith: "Recent " } }, orderBy: { createdAt: "asc" } });
    const other = await createAccount("user");
    // The order depends on the creation of the project, not of the assignment.
    for (const project of [...projects.slice(0, 6)].reverse()) await assign(project.id, viewers.user.accountId);
    for (const project of projects) await assign(project.id, other.id);
    const { user } = await readAll(viewers);
    expect(user.totalProjects).toBe(6);
    expect(user.recentProjects.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2].map((n) => `Recent ${n}`));
    expect(user.lastProjectUploaded).toEqual({ name: "Recent 6", uploadedTime: day(6).toISOString() });
  });

  it("name the creator of a project, or null for a deleted account", async () => {
    const made = { SuperAdmin: await createAccount("superadmin"), Admin: await createAccount("admin"), gone: await createAccount("admin") };
    for (const [name, maker] of Object.entries(made)) await createProject(maker.id, { name });
    await db().account.delete({ where: { id: made.gone.id } });
    const { recentProjects } = await readAdminDashboard(viewers.admin);
    const makerOf = (of: string) => {
      const { createdBy, createdByModel } = recentProjects.find(({ name }) => name === of) ?? {};
      return { createdBy, createdByModel };
    };
    expect(makerOf("SuperAdmin")).toEqual({
      createdBy: { _id: made.SuperAdmin.id, name: made.SuperAdmin.name },
      createdByModel: "SuperAdmin",
    });
    expect(makerOf("Admin")).toEqual({ createdBy: { _id: made.Admin.id, name: made.Admin.name }, createdByModel: "Admin" });
    expect(makerOf("gone")).toEqual({ createdBy: null, createdByModel: "Admin" });
  });
});

describe("the map views of the superadmin dashboard", () => {
  const now = new Date("2026-03-02T11:00:00Z");

  it("cover the last 30 days in UTC, summed over all projects, including days without views", async () => {
    const [one, two] = [await projectOf(day(1)), await projectOf(day(1))];
    const views: [string, string, number][] = [
      [one, "2026-01-31", 1_000],
      [one, "2026-02-01", 3],
      [two, "2026-02-01", 4],
      [two, "2026-02-28", 5],
      [one, "2026-03-02", 2_000_000_000],
      [two, "2026-03-02", 2_000_000_000],
      [two, "2026-03-03", 1_000],
    ];
    for (const [projectId, of, count] of views) await db().mapView.create({ data: { projectId, day: new Date(of), count } });
    const { mapViews } = await readSuperadminDashboard(viewers.superadmin, now);
    const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10));
    const expected: Record<string, number> = { "2026-02-01": 7, "2026-02-28": 5, "2026-03-02": 4_000_000_000 };
    expect(days.at(-1)).toBe("2026-03-02");
    expect(mapViews).toEqual(days.map((of) => ({ day: of, count: expected[of] ?? 0 })));
  });
});
