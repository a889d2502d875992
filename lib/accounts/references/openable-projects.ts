/** What an account may open. Reads projects too, which are in a layer above (docs/decisions/0050). */

import { type Database, isLive, nameKey, queryRows } from "../../db/query";
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

interface RemovedProject extends ChangedProject {
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

/** Condition that a membership `member` and what its group has, `given`, both give access now. */
const isGivenNow = `${isLive("member")} AND ${isLive("given")}`;

const ofGroups = (condition: string, joined = "") =>
  `EXISTS (SELECT FROM "GroupMember" member JOIN "GroupProject" given ON given."groupId" = member."groupId" ${joined} WHERE ${condition} AND ${isGivenNow})`;

/**
 * Builds the condition that an account may open a project that is not in the trash: it is assigned to the account or to a
 * group of the account, or open to all. Both are SQL expressions.
 */
export const mayOpen = (projectId: string, accountId: string) => `(
  EXISTS (SELECT FROM "Assignment" assignment WHERE assignment."accountId" = ${accountId} AND assignment."projectId" = ${projectId} AND ${isLive("assignment")})
  OR ${ofGroups(`member."accountId" = ${accountId} AND given."projectId" = ${projectId}`)}
  OR EXISTS (SELECT FROM ${visibleProjects} opened WHERE opened.id = ${projectId} AND opened."isOpenToAllUsers"))`;

/** Builds the condition that an account, an SQL expression, may open any project. */
export const mayOpenAny = (accountId: string) => `(
  EXISTS (SELECT FROM ${visibleProjects} opened WHERE opened."isOpenToAllUsers")
  OR EXISTS (SELECT FROM "Assignment" assignment WHERE assignment."accountId" = ${accountId} AND ${isLive("assignment")})
  OR ${ofGroups(`member."accountId" = ${accountId}`, `JOIN ${visibleProjects} project ON project.id = given."projectId"`)})`;

/** Builds a query for the ways by which an account, an SQL expression, may or might open projects, each with its beginning and its end. */
const waysOf = (accountId: string) => `
  SELECT s."projectId", s."createdAt", s."expiresAt" FROM "Assignment" s WHERE s."accountId" = ${accountId}
  UNION ALL
  SELECT given."projectId", greatest(member."createdAt", given."createdAt"), least(member."expiresAt", given."expiresAt")
    FROM "GroupMember" member JOIN "GroupProject" given ON given."groupId" = member."groupId"
         JOIN ${visibleProjects} project ON project.id = given."projectId" WHERE member."accountId" = ${accountId}
  UNION ALL
  SELECT opened.id, opened."createdAt", NULL FROM ${visibleProjects} opened WHERE opened."isOpenToAllUsers"`;

/** Builds a query for the ids of the projects, as `projectId`, that an account may open, an SQL expression. */
export const openableIds = (accountId: string) => `SELECT DISTINCT way."projectId" FROM (${waysOf(accountId)}) way WHERE ${isLive("way")}`;

/** Builds the inner join that keeps the projects of an id that an account may open. Both are SQL expressions. */
export const joinOpenable = (projectId: string, accountId: string) =>
  `JOIN (${openableIds(accountId)}) openable ON openable."projectId" = ${projectId}`;

export const countOpenable = (accountId: string) => `(SELECT count(*)::int FROM (${openableIds(accountId)}) openable)`;

/** Builds JSON with the projects that an account may open now (`now`) and could before a time (`before`). `withdrawn` counts those withdrawn since. */
export const openableTotals = (accountId: string, time: string, withdrawn: string) => `
  (SELECT json_build_object(
            'now', count(DISTINCT "projectId") FILTER (WHERE ${isLive("way")}),
            'before', count(DISTINCT "projectId") FILTER (WHERE "createdAt" < ${time} AND ("expiresAt" IS NULL OR "expiresAt" > ${time})) + ${withdrawn})
     FROM (${waysOf(accountId)}) way)`;

/** Lists the projects that an account may open, by name. */
export function listOpenable(client: Database, accountId: string): Promise<{ _id: string; name: string }[]> {
  return queryRows(client, {
    text: `SELECT p.id AS "_id", p.name FROM ${visibleProjects} p ${joinOpenable("p.id", "$1::uuid")} ORDER BY ${nameKey("p.name")}, p.id`,
    values: [accountId],
  });
}

/** Locks uploads and imports before their owner is deleted, in the order in which imports lock. */
export async function lockOwnedRows(tx: Transaction, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM "Upload" WHERE "ownerId" = ${accountId}::uuid ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT FROM "Import" WHERE "ownerId" = ${accountId}::uuid ORDER BY id FOR UPDATE`;
}
