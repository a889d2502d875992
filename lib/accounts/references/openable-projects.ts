/** What an account may open. Reads projects too, which are in a layer above (docs/decisions/0050). */
import { type Database, isLive, nameKey, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";

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
