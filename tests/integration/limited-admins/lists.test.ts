import { beforeAll, describe, expect, it } from "vitest";
import { findViewerByApiToken } from "@/lib/accounts/api-tokens/data";
import { previewAddresses } from "@/lib/accounts/groups/addresses";
import { listGroupPage, readGroup } from "@/lib/accounts/groups/data";
import { groupListQuerySchema } from "@/lib/accounts/groups/schema";
import { isAdmin } from "@/lib/accounts/sessions/policy";
import type { AdminViewer } from "@/lib/accounts/sessions/schema";
import { listUserPage, readUser } from "@/lib/accounts/users/data";
import { userListQuerySchema } from "@/lib/accounts/users/schema";
import { db } from "@/lib/db/client";
import { listImports } from "@/lib/imports/data";
import { findCandidates } from "@/lib/projects/access/data";
import { readAnalytics } from "@/lib/projects/analytics/data";
import { listProjectNames } from "@/lib/projects/data";
import { listCreators, listProjectPage } from "@/lib/projects/lists/data";
import { managedListQuerySchema } from "@/lib/projects/schema";
import { readAdminDashboard } from "@/lib/projects/stats/data";
import { listTrashedProjects } from "@/lib/projects/trash/data";
import { assign, createAccount, createApiToken } from "../../setup/fixtures";
import { idsOf, type LimitedAdmin, newLimitedAdmin, viewerOf } from "./limited";

let limited: LimitedAdmin;
let viewer: AdminViewer;
/** The projects that the admin manages, sorted. */
let managed: string[];

beforeAll(async () => {
  limited = await newLimitedAdmin();
  viewer = await viewerOf(limited.admin);
  managed = idsOf([limited.own, limited.ofGroup].map(({ project }) => ({ _id: project.id })));
});

const projects = async (query: Record<string, string> = {}, of = viewer) => {
  const page = await listProjectPage(of, managedListQuerySchema.parse(query));
  expect(page.total).toBe(page.projects.length);
  return idsOf(page.projects);
};
const users = async (query: Record<string, string> = {}) => idsOf((await listUserPage(viewer, userListQuerySchema.parse(query))).users);
const seen = () => idsOf([limited.own, limited.ofGroup].map(({ user }) => ({ _id: user.id })));

describe("a limited admin", () => {
  it("lists and finds own projects and those of the groups only", async () => {
    expect(await projects()).toEqual(managed);
    expect(await projects({ search: limited.own.project.name })).toEqual([limited.own.project.id]);
    expect(await projects({ search: limited.foreign.project.name })).toEqual([]);
    expect(idsOf(await listProjectNames(viewer))).toEqual(managed);
    const creators = await listCreators(viewer);
    expect(creators.map(({ _id }) => _id).sort()).toEqual([limited.admin.account.id, "unknown"].sort());
  });

  it("lists the same with an API token, and of a token's projects only managed ones", async () => {
    const { id } = limited.admin.account;
    const tokenViewer = async (token: string) => {
      const found = await findViewerByApiToken(token);
      if (!found || !isAdmin(found)) throw new Error("The token is not valid.");
      return found;
    };
    const everything = await createApiToken(id, "everything");
    expect(await projects({}, await tokenViewer(everything.token))).toEqual(managed);
    const publish = await createApiToken(id, "publish", [limited.own.project.id, limited.foreign.project.id]);
    expect(await projects({}, await tokenViewer(publish.token))).toEqual([limited.own.project.id]);
  });

  it("manages a project of a group until the group's access ends", async () => {
    const { admin, own, ofGroup } = await newLimitedAdmin();
    await db().groupProject.updateMany({ where: { groupId: ofGroup.group }, data: { expiresAt: new Date(0) } });
    expect(await projects({}, await viewerOf(admin))).toEqual([own.project.id]);
    expect((await readGroup(await viewerOf(admin), ofGroup.group)).projects).toEqual([]);
  });

  it("finds managed projects in the trash only", async () => {
    const { admin, own, ofGroup, foreign } = await newLimitedAdmin();
    const ids = [own, ofGroup, foreign].map(({ project }) => project.id);
    await db().project.updateMany({ where: { id: { in: ids } }, data: { trashedAt: new Date() } });
    expect(idsOf(await listTrashedProjects(await viewerOf(admin)))).toEqual([own.project.id, ofGroup.project.id].sort());
  });

  it("lists users with access to managed projects, members of the groups and own users only", async () => {
    expect(await users()).toEqual(seen());
    expect(await users({ search: limited.foreign.user.email })).toEqual([]);
    expect(await users({ group: limited.ofGroup.group })).toEqual([limited.ofGroup.user.id]);
    expect(await users({ project: limited.foreign.project.id })).toEqual([]);
    await expect(readUser(viewer, limited.foreign.user.id)).rejects.toMatchObject({ status: 404 });
  });

  it("does not see which other projects and groups a user has", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    await assign(foreign.project.id, own.user.id);
    await db().groupMember.create({ data: { groupId: foreign.group, accountId: own.user.id } });
    const of = await viewerOf(admin);
    expect(await readUser(of, own.user.id)).toMatchObject({ assignedProjectCount: 1, assignedProjects: [{ _id: own.project.id }] });
    const inGroup = await listUserPage(of, userListQuerySchema.parse({ group: foreign.group }));
    expect(inGroup.users).toEqual([]);
  });

  it("sees the chosen groups only", async () => {
    const { groups } = await listGroupPage(viewer, groupListQuerySchema.parse({}));
    expect(idsOf(groups)).toEqual([limited.ofGroup.group]);
    await expect(readGroup(viewer, limited.foreign.group)).rejects.toMatchObject({ status: 404 });
  });

  it("finds only known users and groups to give access to", async () => {
    const { people } = await findCandidates(viewer, "person");
    expect(idsOf(people)).toEqual(seen());
    const { groups } = await findCandidates(viewer, "group");
    expect(idsOf(groups)).toEqual([limited.ofGroup.group]);
    const text = `${limited.own.user.email},${limited.foreign.user.email}`;
    expect((await previewAddresses(viewer, { text })).map(({ kind }) => kind)).toEqual(["known", "new"]);
  });

  it("has a dashboard and analytics of managed projects and known users only", async () => {
    const { admin, own, foreign } = await newLimitedAdmin();
    const of = await viewerOf(admin);
    const day = new Date();
    await db().mapView.createMany({ data: [own, foreign].map(({ project }) => ({ projectId: project.id, day, count: 3 })) });
    const hidden = await createAccount("user");
    const created = await createAccount("user");
    await db().account.update({ where: { id: created.id }, data: { createdById: admin.account.id } });
    expect(await readAdminDashboard(of)).toMatchObject({ totalProjects: 2, totalUsers: 3 });
    const { maps, mapViews, unopenedMaps, usersWithoutMap } = await readAnalytics(of, "7");
    expect(idsOf(maps.items)).toEqual([own.project.id]);
    expect(mapViews.at(-1)?.count).toBe(3);
    expect(unopenedMaps.total).toBe(0);
    expect(idsOf(usersWithoutMap.items)).toEqual([created.id]);
    expect(idsOf(usersWithoutMap.items)).not.toContain(hidden.id);
  });

  it("sees imports of managed projects and own new ones only", async () => {
    const begun = (safeName: string, replacesId: string | null, ownerId: string | null) =>
      db().import.create({ data: { safeName, projectName: safeName, source: "zip", replacesId, ownerId } });
    const { admin, own, foreign } = await newLimitedAdmin();
    await begun(own.project.safeName, own.project.id, null);
    await begun(foreign.project.safeName, foreign.project.id, admin.account.id);
    await begun(`new-${own.project.safeName}`, null, admin.account.id);
    await begun(`new-${foreign.project.safeName}`, null, null);
    const imports = await listImports(await viewerOf(admin));
    expect(imports.map(({ safeName }) => safeName).sort()).toEqual([own.project.safeName, `new-${own.project.safeName}`].sort());
  });
});
