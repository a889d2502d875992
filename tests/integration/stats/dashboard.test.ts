import { beforeAll, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db";
import { findViewer } from "@/lib/sessions/data";
import { isAdmin, isSuperadmin } from "@/lib/sessions/policy";
import type { AdminViewer, SuperadminViewer } from "@/lib/sessions/schema";
import { readAdminDashboard, readSuperadminDashboard } from "@/lib/stats/data";
import { createAccount, createProject } from "../../setup/fixtures";
import { requestTo, signedIn } from "../../setup/signed-in";

let admin: AdminViewer;
let superadmin: SuperadminViewer;

beforeAll(async () => {
  const [first, second] = [await signedIn("admin"), await signedIn("superadmin")];
  const viewers = await Promise.all([first, second].map(({ bearer }) => findViewer(requestTo("/", { headers: bearer }))));
  const [one, two] = viewers;
  if (!one || !two || !isAdmin(one) || !isSuperadmin(two)) throw new Error("Not signed in.");
  [admin, superadmin] = [one, two];
});

describe("the figures of the dashboards", () => {
  it("are noughts where there is nothing, and no project", async () => {
    expect(await readAdminDashboard(admin)).toEqual({ totalUsers: 0, totalProjects: 0, recentProjects: [] });
    expect(await readSuperadminDashboard(superadmin)).toEqual({ totalUsers: 0, totalProjects: 0, totalAdmins: 1, recentProjects: [] });
  });

  it("count users, admins and projects, and name the latest projects, in one round trip", async () => {
    for (const role of ["user", "user", "user", "admin", "superadmin"] as const) await createAccount(role);
    for (const [index, mapUrl] of [null, null, null, null, null, null, "https://maps.example.org/x"].entries()) {
      const { id } = await createProject(null, { name: `Recent ${index}`, description: `Number ${index}`, mapUrl });
      await db().project.update({ where: { id }, data: { createdAt: new Date(Date.UTC(2026, 0, 1 + index)) } });
    }
    const query = vi.spyOn(pool(), "query");
    const dashboard = await readSuperadminDashboard(superadmin);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(dashboard).toMatchObject({ totalUsers: 3, totalAdmins: 2, totalProjects: 7 });
    expect(dashboard.recentProjects.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2].map((index) => `Recent ${index}`));
    expect(dashboard.recentProjects[0]).toEqual({
      _id: expect.any(String),
      name: "Recent 6",
      safeName: "recent-6",
      description: "Number 6",
      viewMap: "https://maps.example.org/x",
      createdAt: "2026-01-07T00:00:00.000Z",
    });
    expect(dashboard.recentProjects[1]).toMatchObject({ viewMap: null });
    expect(await readAdminDashboard(admin)).toEqual({
      totalUsers: 3,
      totalProjects: 7,
      recentProjects: dashboard.recentProjects,
    });
  });
});
