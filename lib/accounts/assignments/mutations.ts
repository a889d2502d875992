import { type AuditActor, type AuditEntry, recordAudit, recordAudits } from "../../audit/mutations";
import { execute, isLive, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { AppError } from "../../errors";
import { covers, managedProjectIds } from "../limits/policy";
import type { AccountWork } from "../mutations";
import { addNotice } from "../notices/mutations";
import { addAssignments, type ChangedProject, ON_ASSIGNED, removeOtherAssignments } from "../references/openable-projects";
import type { Viewer } from "../sessions/schema";
import { PROJECT_GONE, PROJECT_REQUIRED } from "../users/schema";
import { monthStart } from "./data";

async function lacksAssignment(tx: Transaction, userId: string, projectIds: readonly string[]): Promise<boolean> {
  const missing = await tx.$queryRaw<object[]>`
    SELECT FROM unnest(${projectIds}::uuid[]) wanted (id)
     WHERE NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = wanted.id) LIMIT 1`;
  return missing.length > 0;
}

const namesOf = (changed: readonly ChangedProject[]) => changed.map(({ _id, name }) => ({ _id, name }));

const refused = (message: string) => new AppError("bad_request", message, { fields: { assignedProjects: message } });

/** Makes these the user's only projects and audits the difference. @throws AppError 400 when a project is gone, or the last one would be withdrawn */
export function assignProjects(projectIds: readonly string[], viewer: Viewer, actor: AuditActor): AccountWork {
  return async (tx, { id, email }) => {
    const at = new Date();
    const managed = managedProjectIds(viewer);
    if (!projectIds.every((one) => covers(managed, one))) throw refused(PROJECT_GONE);
    const added = await addAssignments(tx, id, projectIds);
    const removed = await removeOtherAssignments(tx, id, projectIds, monthStart(at));
    if (await lacksAssignment(tx, id, projectIds)) throw refused(PROJECT_GONE);
    if (projectIds.length === 0 && removed.length > 0) throw refused(PROJECT_REQUIRED);
    const event = { actor, target: { type: "account", id, name: email }, at };
    if (added[0]) {
      const details = { count: added[0].count, projects: namesOf(added) };
      await recordAudit(tx, { ...event, action: "project.assigned", details });
      await addNotice(tx, id, { kind: "maps-assigned", names: added.map(({ name }) => name), count: added[0].count });
    }
    if (removed[0]) {
      // The user's dashboard computes last month's number from these events.
      const { count, assignedBeforeMonth } = removed[0];
      await recordAudit(tx, {
        ...event,
        action: "project.unassigned",
        details: { count, assignedBeforeMonth, projects: namesOf(removed) },
      });
    }
  };
}

interface ChangedAssignment {
  accountId: string;
  email: string;
}

export interface WithdrawnAssignment {
  accountId: string;
  expiresAt: Date | null;
}

type AssignmentEvent = Pick<AuditEntry, "actor"> & { at: Date };

const entryOf =
  (action: AuditEntry["action"], { id, name }: { id: string; name: string }, event: AssignmentEvent) =>
  ({ accountId, email }: ChangedAssignment, more = {}): AuditEntry => ({
    ...event,
    action,
    target: { type: "account", id: accountId, name: email },
    details: { count: 1, ...more, projects: [{ _id: id, name }] },
  });

/** Assigns a project to the users who lack it. @returns how many of the ids are those of users, and the ids of those who lacked it */
export async function assignProjectTo(
  tx: Transaction,
  project: { id: string; name: string },
  userIds: readonly string[],
  event: AssignmentEvent,
): Promise<{ users: number; addedIds: string[] }> {
  const rows = await queryRows<ChangedAssignment & { isNew: boolean }>(tx, {
    text: `WITH chosen AS (SELECT id, email FROM "Account" WHERE id = ANY ($2::uuid[]) AND role = 'user' ORDER BY id FOR KEY SHARE),
                added AS (INSERT INTO "Assignment" ("projectId", "accountId") SELECT $1, id FROM chosen ${ON_ASSIGNED} RETURNING "accountId")
           SELECT chosen.id AS "accountId", chosen.email, added."accountId" IS NOT NULL AS "isNew"
             FROM chosen LEFT JOIN added ON added."accountId" = chosen.id`,
    values: [project.id, userIds],
  });
  const entry = entryOf("project.assigned", project, event);
  const added = rows.filter(({ isNew }) => isNew);
  await recordAudits(
    tx,
    added.map((row) => entry(row)),
  );
  return { users: rows.length, addedIds: added.map(({ accountId }) => accountId) };
}

/** Withdraws a project from these accounts, or from all when null. Dashboards compute last month's number from the events. @returns those that had not ended */
export async function withdrawProject(
  tx: Transaction,
  project: { id: string; name: string },
  accountIds: readonly string[] | null,
  event: AssignmentEvent,
): Promise<WithdrawnAssignment[]> {
  const rows = await queryRows<ChangedAssignment & WithdrawnAssignment & { createdAt: Date; isLive: boolean }>(tx, {
    text: `DELETE FROM "Assignment" s USING "Account" a WHERE s."projectId" = $1 AND a.id = s."accountId" AND ($2::uuid[] IS NULL OR a.id = ANY ($2))
           RETURNING a.id AS "accountId", a.email, s."createdAt", s."expiresAt", ${isLive("s")} AS "isLive"`,
    values: [project.id, accountIds],
  });
  const entry = entryOf("project.unassigned", project, event);
  await recordAudits(
    tx,
    rows.map((row) => entry(row, { assignedBeforeMonth: row.createdAt < monthStart(event.at) ? 1 : 0 })),
  );
  return rows.filter((row) => row.isLive).map(({ accountId, expiresAt }) => ({ accountId, expiresAt }));
}

/** Sets the end dates of a project's assignments. @param ends ISO times by account id */
export async function endAssignments(tx: Transaction, projectId: string, ends: Readonly<Record<string, string>>): Promise<void> {
  await execute(tx, {
    text: `UPDATE "Assignment" SET "expiresAt" = ($2::jsonb ->> "accountId"::text)::timestamptz WHERE "projectId" = $1 AND $2::jsonb ? "accountId"::text`,
    values: [projectId, JSON.stringify(ends)],
  });
}
