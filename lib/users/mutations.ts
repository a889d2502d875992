import { type AccountWork, changeAccount, createAccount, deleteAccount, refusal } from "../accounts/mutations";
import type { AdminViewer } from "../accounts/sessions/schema";
import { findUser } from "../accounts/users/data";
import { type EditedUser, type NewUser, PROJECT_GONE, type UserSummary } from "../accounts/users/schema";
import { type AuditActor, auditActor, recordAudit } from "../audit/mutations";
import { AppError } from "../errors";
import type { Prisma } from "../generated/prisma/client";
import type { Client } from "../http/client";
import { monthStart } from "../stats/percent";

type Transaction = Prisma.TransactionClient;

/** Projects that an event of the audit trail names; of the others it tells how many they are. */
const NAMED_IN_EVENT = 20;

/** A project whose assignment has changed. */
interface ChangedProject {
  _id: string;
  name: string;
  /** Of all that have changed, also of those that were not read. */
  count: number;
}

async function addAssignments(tx: Transaction, userId: string, projectIds: readonly string[]): Promise<ChangedProject[]> {
  // The lock lets a project that is being deleted go first; it is not among the new ones then, rather than a broken reference.
  return await tx.$queryRaw<ChangedProject[]>`
    WITH added AS (
      INSERT INTO "Assignment" ("projectId", "accountId")
      SELECT p.id, ${userId}::uuid FROM "Project" p
       WHERE p.id = ANY (${projectIds}::uuid[])
         AND NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = p.id)
       ORDER BY p.id FOR KEY SHARE OF p
      ON CONFLICT DO NOTHING RETURNING "projectId"
    )
    SELECT p.id AS "_id", p.name, count(*) OVER ()::int AS count FROM added JOIN "Project" p ON p.id = added."projectId"
     ORDER BY lower(p.name), p.id LIMIT ${NAMED_IN_EVENT}`;
}

interface RemovedProject extends ChangedProject {
  /** Of all that were removed, how many had been assigned before that month. */
  assignedBeforeMonth: number;
}

/** @param month when the month began in which this happens */
async function removeOtherAssignments(
  tx: Transaction,
  userId: string,
  projectIds: readonly string[],
  month: Date,
): Promise<RemovedProject[]> {
  return await tx.$queryRaw<RemovedProject[]>`
    WITH removed AS (
      DELETE FROM "Assignment" s
       WHERE s."accountId" = ${userId}::uuid
         AND NOT EXISTS (SELECT FROM unnest(${projectIds}::uuid[]) wanted (id) WHERE wanted.id = s."projectId")
      RETURNING "projectId", "createdAt"
    )
    SELECT p.id AS "_id", p.name, count(*) OVER ()::int AS count,
           count(*) FILTER (WHERE removed."createdAt" < ${month.toISOString()}::timestamptz) OVER ()::int AS "assignedBeforeMonth"
      FROM removed JOIN "Project" p ON p.id = removed."projectId"
     ORDER BY lower(p.name), p.id LIMIT ${NAMED_IN_EVENT}`;
}

async function lacksAssignment(tx: Transaction, userId: string, projectIds: readonly string[]): Promise<boolean> {
  const missing = await tx.$queryRaw<object[]>`
    SELECT FROM unnest(${projectIds}::uuid[]) wanted (id)
     WHERE NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = wanted.id) LIMIT 1`;
  return missing.length > 0;
}

function namesOf(changed: readonly ChangedProject[]) {
  return changed.map(({ _id, name }) => ({ _id, name }));
}

/** Makes these the user's projects: the difference is written, in one statement each way, and told to the audit trail. */
function assignProjects(projectIds: readonly string[], actor: AuditActor): AccountWork {
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
      // The dashboard of the person counts from here what was assigned when last month ended, and is no more.
      const { count, assignedBeforeMonth } = removed[0];
      await recordAudit(tx, {
        ...event,
        action: "project.unassigned",
        details: { count, assignedBeforeMonth, projects: namesOf(removed) },
      });
    }
  };
}

/** As it is now; somebody may have deleted it at this very moment. */
async function readUser(viewer: AdminViewer, id: string): Promise<UserSummary> {
  const user = await findUser(viewer, id);
  if (!user) throw refusal({ outcome: "not-found" });
  return user;
}

/** @throws AppError 400 when a project is gone, 409 for an address that any account has */
export async function createUser(viewer: AdminViewer, input: NewUser, client: Client): Promise<UserSummary> {
  const { fullName: name, email, password, assignedProjects } = input;
  const actor = auditActor(viewer, client);
  const result = await createAccount({ role: "user", name, email, password }, actor, { also: assignProjects(assignedProjects, actor) });
  if (result.outcome !== "created") throw refusal(result);
  return readUser(viewer, result.accountId);
}

/** @throws AppError 400 when a project is gone, 404 when no user has this id, 409 for an address that another account has */
export async function editUser(viewer: AdminViewer, id: string, input: EditedUser, client: Client): Promise<UserSummary> {
  const { fullName: name, email, password, assignedProjects } = input;
  const actor = auditActor(viewer, client);
  const result = await changeAccount({ role: "user", id }, { name, email, password }, actor, assignProjects(assignedProjects, actor));
  if (result.outcome !== "changed") throw refusal(result);
  return readUser(viewer, id);
}

/** @throws AppError 404 when no user has this id, 409 for the viewer's own */
export function deleteUser(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  return deleteAccount({ role: "user", id }, viewer, client);
}
