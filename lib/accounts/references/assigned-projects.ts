/** Statements that also read projects, which are in a layer above (docs/decisions/0050). */
import { isLive, nameKey } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { Prisma } from "../../generated/prisma/client";
import { isWithin } from "./managed-projects";

/** Projects that an event of the audit trail names; of the others only the number is recorded. */
const NAMED_IN_EVENT = 20;

export interface ChangedProject {
  _id: string;
  name: string;
  /** Number of all changed projects, including those that are not returned. */
  count: number;
}

export interface RemovedProject extends ChangedProject {
  /** How many of all removed assignments were made before the month began. */
  assignedBeforeMonth: number;
}

/** Builds a JSON array of the projects of an account `a`, ordered by name. @param limit parameter with the maximum; null for all @param limited as for isWithin */
export const assignedProjects = (limit: `$${number}`, limited: string) => `coalesce((SELECT json_agg(named) FROM (
    SELECT p.id AS "_id", p.name FROM "Assignment" s JOIN ${visibleProjects} p ON p.id = s."projectId"
     WHERE s."accountId" = a.id AND ${isLive("s")} AND ${isWithin("p.id", limited)} ORDER BY ${nameKey("p.name")}, p.id LIMIT ${limit}) named), '[]')`;

const VISIBLE = Prisma.raw(visibleProjects);

/** Renews an assignment that has ended, and keeps any other. */
export const ON_ASSIGNED = `ON CONFLICT ("projectId", "accountId") DO UPDATE SET "createdAt" = now(), "expiresAt" = NULL WHERE "Assignment"."expiresAt" <= now()`;

/** Assigns the projects that the account lacks. @returns the first of them by name */
export async function addAssignments(tx: Transaction, userId: string, projectIds: readonly string[]): Promise<ChangedProject[]> {
  // Waits for a running deletion of a project, which is then not found.
  return await tx.$queryRaw<ChangedProject[]>`
    WITH added AS (
      INSERT INTO "Assignment" ("projectId", "accountId")
      SELECT p.id, ${userId}::uuid FROM ${VISIBLE} p
       WHERE p.id = ANY (${projectIds}::uuid[])
         AND NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${userId}::uuid AND s."projectId" = p.id AND ${Prisma.raw(isLive("s"))})
       ORDER BY p.id FOR KEY SHARE OF p
      ${Prisma.raw(ON_ASSIGNED)} RETURNING "projectId"
    )
    SELECT p.id AS "_id", p.name, count(*) OVER ()::int AS count FROM added JOIN ${VISIBLE} p ON p.id = added."projectId"
     ORDER BY lower(p.name), p.id LIMIT ${NAMED_IN_EVENT}`;
}

/** Withdraws the projects that are not listed. @param month start of the current month @returns the first of them by name */
export async function removeOtherAssignments(
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
      FROM removed JOIN ${VISIBLE} p ON p.id = removed."projectId"
     ORDER BY lower(p.name), p.id LIMIT ${NAMED_IN_EVENT}`;
}
