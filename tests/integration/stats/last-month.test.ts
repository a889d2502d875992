import { beforeEach, describe, expect, it } from "vitest";
import { monthStart } from "@/lib/accounts/assignments/data";
import { deleteAccount } from "@/lib/accounts/mutations";
import { editUser } from "@/lib/accounts/users/mutations";
import { db, pool } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { deleteProject } from "@/lib/projects/mutations";
import { readAdminDashboard, readSuperadminDashboard, readUserDashboard } from "@/lib/projects/stats/data";
import { damaged } from "../imports/bad-archives";
import { start, uploadZip, work } from "../imports/publish-zip";
import { accountOf, assignmentOf, newViewers, projectOf, readAll, type Viewers } from "./viewers";

const now = new Date();
const thisMonth = monthStart(now);
const lastMonth = new Date(thisMonth.getTime() - 1);
const client = { address: null, userAgent: null };

let viewers: Viewers;

/** The counts include the viewers' accounts: one user and one admin of this month. */
beforeEach(async () => {
  await pool().query(`TRUNCATE "Account", "Project", "AuditEvent", "Assignment" CASCADE`);
  viewers = await newViewers();
});

async function percents() {
  const {
    percentUserIncrease: users,
    percentProjectIncrease: projects,
    percentAdminIncrease: admins,
  } = await readSuperadminDashboard(viewers.superadmin, now);
  const { percentUserIncrease, percentProjectIncrease } = await readAdminDashboard(viewers.admin, now);
  expect({ percentUserIncrease, percentProjectIncrease }).toEqual({ percentUserIncrease: users, percentProjectIncrease: projects });
  return { users, projects, admins };
}

async function assigned() {
  const { totalProjects, percentileIncrease } = await readUserDashboard(viewers.user, now);
  return [totalProjects, percentileIncrease];
}

const takeDown = (id: string) => inTransaction((tx) => deleteProject(tx, id, { actor: null }));

describe("the percentages since last month", () => {
  it("are 100 for new accounts and 0 when there is nothing to compare", async () => {
    expect(await percents()).toEqual({ users: 100, projects: 0, admins: 100 });
    expect(await assigned()).toEqual([0, 0]);
  });

  it("distinguish the last millisecond of last month from the first of this month", async () => {
    for (const at of [lastMonth, lastMonth, lastMonth, lastMonth, thisMonth]) {
      await accountOf("user", at);
      await accountOf("admin", at);
      await assignmentOf(viewers.user.accountId, at);
    }
    expect(await percents()).toEqual({ users: 50, admins: 50, projects: 25 });
    expect(await assigned()).toEqual([5, 25]);
  });

  it.each([
    ["2026-01-31T23:59:59.999Z", "2026-02-01T00:00:00.000Z"],
    ["2028-02-29T23:59:59.999Z", "2028-03-01T00:00:00.000Z"],
    ["2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.000Z"],
  ])("start a new month between %s and %s", async (last, first) => {
    await db().account.updateMany({ data: { createdAt: new Date(last) } });
    for (const at of [last, first]) await assignmentOf(viewers.user.accountId, at);
    const before = await readAll(viewers, new Date(last));
    // Both rows belong to the current month, and there were none before it.
    expect([before.admin.percentProjectIncrease, before.user.percentileIncrease, before.superadmin.percentUserIncrease]).toEqual([
      100, 100, 100,
    ]);
    const after = await readAll(viewers, new Date(first));
    expect([after.admin.percentProjectIncrease, after.user.percentileIncrease, after.superadmin.percentUserIncrease]).toEqual([
      100, 100, 0,
    ]);
    const later = await readAll(viewers, new Date(Date.parse(first) + 40 * 86_400_000));
    expect([later.admin.percentProjectIncrease, later.user.percentileIncrease, later.superadmin.percentUserIncrease]).toEqual([0, 0, 0]);
  });

  it("include deletions of rows from last month, but not rows created and deleted this month", async () => {
    for (const role of ["user", "admin"] as const) {
      const ids = [await accountOf(role, lastMonth), await accountOf(role, lastMonth), await accountOf(role, thisMonth)];
      for (const id of [ids[0] ?? "", ids[2] ?? ""]) {
        if (role === "user") await deleteAccount({ role, id }, viewers.admin, client);
        else await deleteAccount({ role, id }, viewers.superadmin, client);
      }
    }
    const projects = [await projectOf(lastMonth), await projectOf(lastMonth), await projectOf(lastMonth), await projectOf(thisMonth)];
    for (const id of projects.slice(1)) await takeDown(id);
    // Users and admins: two then; one of these and the viewer now. Projects: three then, one now.
    expect(await percents()).toEqual({ users: 0, admins: 0, projects: -66.7 });
    await takeDown(projects[0] ?? "");
    expect((await percents()).projects).toBe(-100);
  });

  it("ignore earlier deletions and audit events without a creation time", async () => {
    const [gone, unknown] = [await projectOf(lastMonth), await projectOf(lastMonth)];
    await projectOf(lastMonth);
    await takeDown(gone);
    await db().auditEvent.updateMany({ where: { targetId: gone }, data: { at: lastMonth } });
    await takeDown(unknown);
    await db().auditEvent.updateMany({ where: { targetId: unknown }, data: { details: { safeName: "old" } } });
    expect((await percents()).projects).toBe(0);
  });
});

describe("the percentages of assigned projects since last month", () => {
  async function edit(assignedProjects: string[]) {
    const { name: fullName, email, accountId } = viewers.user;
    await editUser(viewers.admin, accountId, { fullName, email, password: undefined, assignedProjects }, client);
  }

  it("include removed assignments that existed last month", async () => {
    const { accountId } = viewers.user;
    const old = [
      await assignmentOf(accountId, lastMonth),
      await assignmentOf(accountId, lastMonth),
      await assignmentOf(accountId, lastMonth),
    ];
    const recent = [await assignmentOf(accountId, thisMonth), await assignmentOf(accountId, thisMonth)];
    expect(await assigned()).toEqual([5, 66.7]);
    const kept = [old[0] ?? "", recent[0] ?? ""];
    await edit(kept);
    expect(await assigned()).toEqual([2, -33.3]);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "project.unassigned" } });
    expect(event).toMatchObject({ targetId: accountId, details: { count: 3, assignedBeforeMonth: 2 } });
    // An assignment that was restored and removed again does not count as one of last month.
    await edit([...kept, old[1] ?? ""]);
    expect(await assigned()).toEqual([3, 0]);
    await edit(kept);
    expect(await assigned()).toEqual([2, -33.3]);
    // The next month starts with new counts.
    const next = new Date(thisMonth.getTime() + 32 * 86_400_000);
    expect(await readUserDashboard(viewers.user, next)).toMatchObject({ totalProjects: 2, percentileIncrease: 0 });
  });

  it("include assignments whose project was deleted, for every user who had it", async () => {
    const others = [await accountOf("user", lastMonth), await accountOf("user", lastMonth)] as const;
    const { accountId } = viewers.user;
    const [gone, stays] = [await assignmentOf(accountId, lastMonth), await assignmentOf(accountId, lastMonth)];
    await assignmentOf(others[0], lastMonth, gone);
    await assignmentOf(others[1], thisMonth, gone);
    await assignmentOf(others[1], lastMonth, stays);
    await takeDown(gone);
    expect(await assigned()).toEqual([1, -50]);
    const events = await db().auditEvent.findMany({ where: { action: "project.unassigned" } });
    expect(new Map(events.map(({ targetId, details }) => [targetId, details]))).toEqual(
      new Map(
        (
          [
            [accountId, 1],
            [others[0], 1],
            [others[1], 0],
          ] as const
        ).map(([id, assignedBeforeMonth]) => [id, { count: 1, assignedBeforeMonth, projects: [{ _id: gone, name: expect.any(String) }] }]),
      ),
    );
    expect(await db().auditEvent.count({ where: { action: "project.deleted", targetId: gone } })).toBe(1);
    // A second deletion of the same project records nothing.
    await takeDown(gone);
    expect(await db().auditEvent.count({ where: { action: "project.deleted", targetId: gone } })).toBe(1);
  });

  it("include assignments of a project that a failed import deleted", async () => {
    const [, archive] = damaged[0] ?? ["", Buffer.alloc(0)];
    const { importId } = await start(await uploadZip(archive, { ownerId: viewers.admin.accountId }), "Broken");
    // A trigger assigns the project before it is verified.
    await pool().query(`
      CREATE FUNCTION assign_at_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO "Assignment" ("projectId", "accountId", "createdAt")
        SELECT NEW.id, id, '${lastMonth.toISOString()}' FROM "Account" WHERE role = 'user';
        RETURN NEW; END $$;
      CREATE TRIGGER assign_at_once AFTER INSERT ON "Project" FOR EACH ROW EXECUTE FUNCTION assign_at_once()`);
    expect(await work(importId)).toBe("failed");
    await pool().query("DROP FUNCTION assign_at_once CASCADE");
    expect(await assigned()).toEqual([0, -100]);
    const events = await db().auditEvent.findMany({ where: { action: { startsWith: "project." } }, orderBy: { id: "asc" } });
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["project.created", viewers.admin.accountId],
      ["project.unassigned", null],
      ["project.deleted", null],
    ]);
    expect(events[2]?.details).toEqual({ safeName: "broken", message: expect.any(String), createdAt: expect.stringMatching(/T.*Z$/) });
    expect((await percents()).projects).toBe(0);
  });
});
