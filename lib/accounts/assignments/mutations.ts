import { type AuditActor, type AuditEntry, recordAllBy, recordAudit } from "../../audit/mutations";
import { db, type Queryable } from "../../db";
import { AppError } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import type { AccountWork } from "../mutations";
import { addAssignments, type ChangedProject, removeOtherAssignments } from "../references/assigned-projects";
import { PROJECT_GONE, PROJECT_REQUIRED } from "../users/schema";
import { monthStart } from "./data";

async function lacksAssignment(tx: Prisma.TransactionClient, userId: string, projectIds: readonly string[]): Promise<boolean> {
  const missing = await tx.$queryRaw<object[]>`
    SELECT FROM unnest(${projectIds}::uuid[]) wanted (id)
     WHERE NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = wanted.id) LIMIT 1`;
  return missing.length > 0;
}

const namesOf = (changed: readonly ChangedProject[]) => changed.map(({ _id, name }) => ({ _id, name }));

const refused = (message: string) => new AppError("bad_request", message, { fields: { assignedProjects: message } });

/** Makes these the user's only projects and audits the difference. @throws AppError 400 when a project is gone, or the last one would be withdrawn */
export function assignProjects(projectIds: readonly string[], actor: AuditActor): AccountWork {
  return async (tx, { id, email }) => {
    const at = new Date();
    const added = await addAssignments(tx, id, projectIds);
    const removed = await removeOtherAssignments(tx, id, projectIds, monthStart(at));
    if (await lacksAssignment(tx, id, projectIds)) throw refused(PROJECT_GONE);
    if (projectIds.length === 0 && removed.length > 0) throw refused(PROJECT_REQUIRED);
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

/** Assigns one project to an account that lacks it. The audit trail names no actor. */
export async function assignProject(accountId: string, project: { id: string; name: string }): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.assignment.createMany({ data: { projectId: project.id, accountId }, skipDuplicates: true });
    if (count === 0) return;
    const { email } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { email: true } });
    const details = { count: 1, projects: [{ _id: project.id, name: project.name }] };
    await recordAudit(tx, { action: "project.assigned", actor: null, target: { type: "account", id: accountId, name: email }, details });
  });
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
