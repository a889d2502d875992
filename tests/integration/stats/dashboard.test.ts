import { beforeAll, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import {
  readAdminDashboard,
  readFavourites,
  readRecentlyOpened,
  readSuperadminDashboard,
  readUserDashboard,
} from "@/lib/projects/stats/data";
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

  it("show a user the maps opened last and the favourites, of assigned projects only", async () => {
    const { accountId } = viewers.user;
    const projects = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => createProject(null, { name: `Opened ${n}` })));
    for (const { id } of projects.slice(1)) await assign(id, accountId);
    const view = (index: number, lastViewedAt: Date) => ({
      accountId,
      projectId: projects[index]?.id ?? "",
      day: lastViewedAt,
      lastViewedAt,
    });
    await db().accountMapView.createMany({
      data: [...projects.map((_, index) => view(index, day(index + 1))), view(1, day(20))],
    });
    await db().favourite.createMany({
      data: [0, 4, 2].map((index) => ({ accountId, projectId: projects[index]?.id ?? "", createdAt: day(9 - index) })),
    });
    const [recentlyOpened, favourites] = [await readRecentlyOpened(viewers.user), await readFavourites(viewers.user)];
    expect(recentlyOpened.map(({ name, isFavourite }) => [name, isFavourite])).toEqual([
      ["Opened 2", false],
      ["Opened 6", false],
      ["Opened 5", true],
      ["Opened 4", false],
    ]);
    expect(favourites.map(({ name }) => name)).toEqual(["Opened 3", "Opened 5"]);
    await db().project.deleteMany({ where: { id: { in: projects.map(({ id }) => id) } } });
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
