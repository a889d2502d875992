import { nameKey } from "../../db/query";

/** Builds the condition that a project is assigned to an account. Both are SQL expressions. */
export const isAssigned = (projectId: string, accountId: string) =>
  `EXISTS (SELECT FROM "Assignment" assignment WHERE assignment."accountId" = ${accountId} AND assignment."projectId" = ${projectId})`;

/** Builds the condition that any project is assigned to an account, an SQL expression. */
export const hasAssignment = (accountId: string) =>
  `EXISTS (SELECT FROM "Assignment" assignment WHERE assignment."accountId" = ${accountId})`;

/** Builds the inner join of the assignment `own` of a project to an account. Both are SQL expressions. */
export const joinOwnAssignment = (projectId: string, accountId: string) =>
  `JOIN "Assignment" own ON own."projectId" = ${projectId} AND own."accountId" = ${accountId}`;

export const countOfAccount = (accountId: string) => `(SELECT count(*)::int FROM "Assignment" s WHERE s."accountId" = ${accountId})`;

export const countOfProject = (projectId: string) => `(SELECT count(*)::int FROM "Assignment" s WHERE s."projectId" = ${projectId})`;

/** Builds the JSON array of the accounts that a project is assigned to, in the order of their names (assignedUserSchema). */
export const usersOfProject = (projectId: string) => `coalesce((
    SELECT json_agg(json_build_object('_id', a.id, 'fullName', a.name, 'name', a.name, 'email', a.email) ORDER BY ${nameKey("a.name")}, a.id)
      FROM "Assignment" s JOIN "Account" a ON a.id = s."accountId" WHERE s."projectId" = ${projectId}), '[]')`;

/** Builds JSON with the projects assigned now (`now`) and before a time (`before`). `withdrawn` counts those withdrawn since. */
export const assignmentTotals = (accountId: string, time: string, withdrawn: string) => `
  (SELECT json_build_object('now', count(*), 'before', count(*) FILTER (WHERE "createdAt" < ${time}) + ${withdrawn})
     FROM "Assignment" WHERE "accountId" = ${accountId})`;

/** A query for the users without a project. */
export const usersWithoutAssignment = `SELECT a.id AS "_id", a.name, a.email FROM "Account" a WHERE a.role = 'user' AND NOT ${hasAssignment("a.id")}`;

/** Returns when the current month began: 00:00 UTC on the 1st. Dashboards compare their numbers with that time. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}
