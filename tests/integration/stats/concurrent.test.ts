import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { monthStart } from "@/lib/accounts/assignments/data";
import { editUser } from "@/lib/accounts/users/mutations";
import { recordAudits } from "@/lib/audit/mutations";
import { db } from "@/lib/db/client";
import { execute, queryRows } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { deleteProject } from "@/lib/projects/mutations";
import { percentChange, readAdminDashboard, readSuperadminDashboard, readUserDashboard } from "@/lib/projects/stats/data";
import { assignmentOf, newViewers, type Viewers } from "./viewers";

/** Minimum number of reads during concurrent writes. */
const READS = 150;
/** Minimum number of different totals, which proves that writes happened between the reads. */
const TOTALS = 6;
/** Sets of a user, an admin and a project with the same name that existed at the end of last month. */
const OLD_SETS = 40;

const now = new Date();
const lastMonth = new Date(monthStart(now).getTime() - 1);

let viewers: Viewers;
beforeAll(async () => {
  viewers = await newViewers();
  // Exclude the viewers from the counts.
  await db().account.updateMany({ data: { role: "superadmin" } });
});

interface NamedSet {
  name: string;
  ids: [user: string, admin: string, project: string];
}

async function addSet(createdAt: Date): Promise<NamedSet> {
  const set: NamedSet = { name: randomUUID(), ids: [randomUUID(), randomUUID(), randomUUID()] };
  const [user, admin, project] = set.ids;
  await inTransaction(async (tx) => {
    for (const [id, role] of [
      [user, "user"],
      [admin, "admin"],
    ] as const) {
      await execute(tx, {
        text: `INSERT INTO "Account" (id, role, name, email, "passwordHash", "createdAt", "updatedAt") VALUES ($1, $2, $3, $4, 'none', $5, $5)`,
        values: [id, role, set.name, id, createdAt],
      });
    }
    await execute(tx, {
      text: `INSERT INTO "Project" (id, name, "safeName", "createdById", "createdAt", "updatedAt") VALUES ($1, $2, $2, $3, $4, $4)`,
      values: [project, set.name, admin, createdAt],
    });
  });
  return set;
}

async function removeSet({ ids: [user, admin, project] }: NamedSet): Promise<void> {
  await inTransaction(async (tx) => {
    await deleteProject(tx, project, { actor: null });
    for (const [id, role] of [
      [user, "user"],
      [admin, "admin"],
    ] as const) {
      const rows = await queryRows<{ createdAt: Date }>(tx, {
        text: `DELETE FROM "Account" WHERE id = $1 RETURNING "createdAt"`,
        values: [id],
      });
      const details = { role, createdAt: rows[0]?.createdAt.toISOString() ?? "" };
      await recordAudits(tx, [{ action: "account.deleted", actor: null, target: { type: "account", id }, details }]);
    }
  });
}

/** Reads during writes until enough responses and different totals were read. An error ends both. */
async function readWhile<Answer>(
  read: () => Promise<Answer>,
  check: (answer: Answer) => number,
  write: () => Promise<void>,
): Promise<void> {
  let reading = true;
  const writing = Promise.all(
    [1, 2, 3].map(async () => {
      while (reading) await write();
    }),
  );
  const totals = new Set<number>();
  const reads = async () => {
    for (let count = 0; count < READS || totals.size < TOTALS; count += 1) totals.add(check(await read()));
  };
  await Promise.all([reads(), reads()]).finally(() => {
    reading = false;
  });
  await writing;
}

describe("dashboards read during concurrent writes", () => {
  const sets: NamedSet[] = [];

  beforeAll(async () => {
    for (let n = 0; n < OLD_SETS; n += 1) sets.push(await addSet(lastMonth));
  });

  const write = async () => {
    const [set] = sets.splice(Math.floor(Math.random() * sets.length), 1);
    if (set) await removeSet(set);
    for (let n = Math.random() * 3; n > 1; n -= 1) sets.push(await addSet(new Date()));
  };

  it("are consistent for superadmins", async () => {
    await readWhile(
      () => readSuperadminDashboard(viewers.superadmin, now),
      (answer) => {
        const { totalUsers, totalAdmins, totalProjects, recentProjects, recentAdmins, lastProject } = answer;
        expect([totalUsers, totalAdmins]).toEqual([totalProjects, totalProjects]);
        const percent = percentChange({ now: totalProjects, before: OLD_SETS });
        expect(answer).toMatchObject({ percentUserIncrease: percent, percentAdminIncrease: percent, percentProjectIncrease: percent });
        expect(recentProjects).toHaveLength(Math.min(5, totalProjects));
        expect(recentAdmins.map(({ createdAt }) => createdAt)).toEqual(recentProjects.map(({ createdAt }) => createdAt));
        for (const { createdBy, name } of recentProjects) expect(createdBy?.name).toBe(name);
        expect(lastProject).toEqual(recentProjects[0] ? { name: recentProjects[0].name, createdAt: recentProjects[0].createdAt } : null);
        return totalProjects;
      },
      write,
    );
  });

  it("are consistent for admins", async () => {
    await readWhile(
      () => readAdminDashboard(viewers.admin, now),
      ({ totalUsers, totalProjects, percentUserIncrease, percentProjectIncrease, recentProjects, lastProject }) => {
        expect(totalUsers).toBe(totalProjects);
        expect(percentUserIncrease).toBe(percentChange({ now: totalUsers, before: OLD_SETS }));
        expect(percentProjectIncrease).toBe(percentUserIncrease);
        expect(recentProjects).toHaveLength(Math.min(5, totalProjects));
        expect(lastProject?.name).toBe(recentProjects[0]?.name);
        return totalProjects;
      },
      write,
    );
  });

  it("are consistent for a user whose assignments change", async () => {
    const { accountId, email } = viewers.user;
    await db().account.update({ where: { id: accountId }, data: { role: "user" } });
    const projects: string[] = [];
    for (let n = 0; n < 12; n += 1) projects.push(await assignmentOf(accountId, lastMonth));
    // A user has at least one project.
    const choose = () => projects.filter((_, index) => index === 0 || Math.random() < 0.5);
    let left = 4;
    await readWhile(
      () => readUserDashboard(viewers.user, now),
      ({ totalProjects, percentileIncrease, recentProjects, lastProjectUploaded }) => {
        expect(percentileIncrease).toBe(percentChange({ now: totalProjects, before: 12 }));
        expect(recentProjects).toHaveLength(Math.min(5, totalProjects));
        expect(lastProjectUploaded?.name).toBe(recentProjects[0]?.name);
        return totalProjects;
      },
      async () => {
        if (left > 0 && Math.random() < 0.1) {
          left -= 1;
          const id = projects.pop() ?? "";
          await inTransaction((tx) => deleteProject(tx, id, { actor: null }));
        }
        const assignedProjects = choose();
        const edited = { fullName: "Someone", email, password: undefined, assignedProjects };
        // Assigning a project that was deleted in the meantime is correctly rejected.
        await editUser(viewers.admin, accountId, edited, { address: null, userAgent: null }).catch((error: Error) => {
          expect(error.message).toBe("A chosen project no longer exists.");
        });
      },
    );
  });
});
