import { type AuditActor, type AuditEntry, recordAllBy, recordAudit } from "../../audit/mutations";
import type { Queryable } from "../../db";
import { AppError } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { AccountWork } from "../mutations";
import { addAssignments, type ChangedProject, removeOtherAssignments } from "../references/assigned-projects";
import { PROJECT_GONE, USER_GONE } from "../users/schema";
import { monthStart } from "./data";

async function lacksAssignment(tx: Prisma.TransactionClient, userId: string, projectIds: readonly string[]): Promise<boolean> {
  const missing = await tx.$queryRaw<object[]>`
    SELECT FROM unnest(${projectIds}::uuid[]) wanted (id)
     WHERE NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = wanted.id) LIMIT 1`;
  return missing.length > 0;
}

const namesOf = (changed: readonly ChangedProject[]) => changed.map(({ _id, name }) => ({ _id, name }));

/** Makes these the user's only projects and audits the difference. @throws AppError 400 when a project is gone */
export function assignProjects(projectIds: readonly string[], actor: AuditActor): AccountWork {
  return async (tx, { id, email }) => {
    const at = new Date();
    const added = await addAssignments(tx, id, projectIds);
    const removed = await removeOtherAssignments(tx, id, projectIds, monthStart(at));
    if (await lacksAssignment(tx, id, projectIds)) {
      throw new AppError("bad_request", PROJECT_GONE, { fields: { assignedProjects: PROJECT_GONE } });
    }
    const event = { actor, target: { type: "account", id, name: email }, at };
    if (added[0]) {
      const details = { count: added[0].count, projects: namesOf(added) };
      await recordAudit(tx, { ...event, action: "project.assigned", details });
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

/** Assigns a project to the users who lack it. @throws AppError 400 when an id is not that of a user; the transaction is then lost */
export async function assignProjectTo(
  transaction: Queryable,
  project: { id: string; name: string },
  userIds: readonly string[],
  { actor, at }: Pick<AuditEntry, "actor"> & { at: Date },
): Promise<void> {
  const { rows } = await transaction.query<{ accountId: string; email: string; isNew: boolean }>({
    text: `WITH chosen AS (SELECT id, email FROM "Account" WHERE id = ANY ($2::uuid[]) AND role = 'user' ORDER BY id FOR KEY SHARE),
                added AS (INSERT INTO "Assignment" ("projectId", "accountId") SELECT $1, id FROM chosen ON CONFLICT DO NOTHING RETURNING "accountId")
           SELECT chosen.id AS "accountId", chosen.email, added."accountId" IS NOT NULL AS "isNew"
             FROM chosen LEFT JOIN added ON added."accountId" = chosen.id`,
    values: [project.id, userIds],
  });
  if (rows.length < new Set(userIds).size) throw new AppError("bad_request", USER_GONE, { fields: { assignUserIds: USER_GONE } });
  const details = { count: 1, projects: [{ _id: project.id, name: project.name }] };
  const assignment = ({ accountId: id, email: name }: (typeof rows)[number]): AuditEntry => ({
    action: "project.assigned",
    actor,
    at,
    target: { type: "account", id, name },
    details,
  });
  await recordAllBy(transaction, rows.filter(({ isNew }) => isNew).map(assignment));
}

interface WithdrawnAssignment {
  accountId: string;
  email: string;
  createdAt: Date;
}

/** Withdraws a project from these accounts, or from all when null. Dashboards compute last month's number from the events. */
export async function withdrawProject(
  transaction: Queryable,
  project: { id: string; name: string },
  accountIds: readonly string[] | null,
  { actor, at }: Pick<AuditEntry, "actor"> & { at: Date },
): Promise<void> {
  const { rows } = await transaction.query<WithdrawnAssignment>({
    text: `DELETE FROM "Assignment" s USING "Account" a WHERE s."projectId" = $1 AND a.id = s."accountId" AND ($2::uuid[] IS NULL OR a.id = ANY ($2))
           RETURNING a.id AS "accountId", a.email, s."createdAt"`,
    values: [project.id, accountIds],
  });
  const withdrawal = (of: WithdrawnAssignment): AuditEntry => ({
    action: "project.unassigned",
    actor,
    at,
    target: { type: "account", id: of.accountId, name: of.email },
    details: { count: 1, assignedBeforeMonth: of.createdAt < monthStart(at) ? 1 : 0, projects: [{ _id: project.id, name: project.name }] },
  });
  await recordAllBy(transaction, rows.map(withdrawal));
}
