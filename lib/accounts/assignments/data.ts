import { isLive, nameKey } from "../../db/query";
import { isWithin, seesAccount } from "../references/managed-projects";
import { mayOpenAny } from "../references/openable-projects";

/** Builds the number of the projects assigned to an account itself. @param limited as for isWithin */
export const countOfAccount = (accountId: string, limited: string) =>
  `(SELECT count(*)::int FROM "Assignment" s WHERE s."accountId" = ${accountId} AND ${isLive("s")} AND ${isWithin('s."projectId"', limited)})`;

/** Builds the condition that a project itself is assigned to an account. @param accountId and @param projectId SQL expressions */
export const isAssigned = (accountId: string, projectId: string) =>
  `EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${accountId} AND s."projectId" = ${projectId} AND ${isLive("s")})`;

/** Builds the number of the accounts to which a project itself is assigned. */
export const countOfProject = (projectId: string) =>
  `(SELECT count(*)::int FROM "Assignment" s WHERE s."projectId" = ${projectId} AND ${isLive("s")})`;

/** Builds the JSON array of the accounts that a project itself is assigned to, in the order of their names (assignedUserSchema). */
export const usersOfProject = (projectId: string) => `coalesce((
    SELECT json_agg(json_build_object('_id', a.id, 'fullName', a.name, 'name', a.name, 'email', a.email) ORDER BY ${nameKey("a.name")}, a.id)
      FROM "Assignment" s JOIN "Account" a ON a.id = s."accountId" WHERE s."projectId" = ${projectId} AND ${isLive("s")}), '[]')`;

/** Builds a query for the users who can't open any project. @param limited as for seesAccount */
export const usersWithoutProject = (limited: string) =>
  `SELECT a.id AS "_id", a.name, a.email FROM "Account" a WHERE a.role = 'user' AND NOT ${mayOpenAny("a.id")} AND ${seesAccount("a", limited)}`;

/** Returns when the current month began: 00:00 UTC on the 1st. Dashboards compare their numbers with that time. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}
