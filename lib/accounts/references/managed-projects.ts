/** What a limited admin manages (docs/decisions/0083). Reads projects too, which are in a layer above (docs/decisions/0050). */

import { isLive, isoTime, nameKey, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { allProjects, visibleProjects } from "../../db/visible";
import { Prisma } from "../../generated/prisma/client";

/** Builds a query for the ids of the groups that a limited admin manages. @param accountId SQL expression */
const managedGroups = (accountId: string) => `SELECT chosen."groupId" FROM "ManagedGroup" chosen WHERE chosen."accountId" = ${accountId}`;

/** Builds a query for the ids of the projects that a limited admin manages: own ones and those of the groups, also in the trash. */
export const managedProjects = (accountId: string) => `
  SELECT created.id FROM ${allProjects} created WHERE created."createdById" = ${accountId}
  UNION ALL
  SELECT given."projectId" FROM "GroupProject" given WHERE given."groupId" IN (${managedGroups(accountId)}) AND ${isLive("given")}`;

const isLimited = (account: string) => `(${account}."isLimited" AND ${account}.role = 'admin')`;

/** Builds the JSON of what an account is limited to (AdminLimit), or null without a limit. @param account its row */
export const limitOf = (account: string) => `CASE WHEN ${isLimited(account)} THEN json_build_object(
  'projectIds', ARRAY(${managedProjects(`${account}.id`)}), 'groupIds', ARRAY(${managedGroups(`${account}.id`)})) END`;

/** Builds the JSON of the groups of a limited admin, by name, or null without a limit. @param account its row */
export const namedLimitOf = (account: string) => `CASE WHEN ${isLimited(account)} THEN json_build_object('groups', coalesce((
  SELECT json_agg(json_build_object('_id', g.id, 'name', g.name) ORDER BY lower(g.name), g.id)
    FROM "Group" g WHERE g.id IN (${managedGroups(`${account}.id`)})), '[]')) END`;

/** Builds the condition that an account manages a project, or any project for null. @param account its row */
export const managesProject = (projectId: string, account: string) => `(${account}.role <> 'user' AND (NOT ${isLimited(account)}
  OR CASE WHEN ${projectId} IS NULL THEN EXISTS (${managedProjects(`${account}.id`)}) ELSE ${projectId} IN (${managedProjects(`${account}.id`)}) END))`;

/** Builds the condition that a limited admin manages a project. @param limited SQL of the admin's id, or of null for no limit */
export const isWithin = (projectId: string, limited: string) =>
  `(${limited}::uuid IS NULL OR ${projectId} IN (${managedProjects(`${limited}::uuid`)}))`;

/** Builds the condition that a limited admin manages a group. @param limited as for isWithin */
export const isManagedGroup = (groupId: string, limited: string) =>
  `(${limited}::uuid IS NULL OR ${groupId} IN (${managedGroups(`${limited}::uuid`)}))`;

/**
 * Builds the condition that a limited admin sees an account: the admin created it, it is a member of a managed group, or it has
 * or had access to a managed project, by an assignment or a group. @param account its row @param limited as for isWithin
 */
export const seesAccount = (
  account: string,
  limited: string,
) => `(${limited}::uuid IS NULL OR ${account}."createdById" IS NOT DISTINCT FROM ${limited}::uuid
  OR ${account}.id IN (
    SELECT s."accountId" FROM "Assignment" s WHERE s."projectId" IN (${managedProjects(`${limited}::uuid`)})
    UNION ALL
    SELECT m."accountId" FROM "GroupMember" m
     WHERE m."groupId" IN (${managedGroups(`${limited}::uuid`)}
        UNION ALL SELECT given."groupId" FROM "GroupProject" given WHERE given."projectId" IN (${managedProjects(`${limited}::uuid`)}))))`;

/**
 * Builds the condition that a limited admin may change an account: the admin created it, and it has no access to other projects,
 * which a new password would give to the admin. @param account its row @param limited as for isWithin
 */
export const controlsAccount = (
  account: string,
  limited: string,
) => `(${limited}::uuid IS NULL OR ${account}."createdById" IS NOT DISTINCT FROM ${limited}::uuid
  AND NOT EXISTS (SELECT FROM "Assignment" s WHERE s."accountId" = ${account}.id AND s."projectId" NOT IN (${managedProjects(`${limited}::uuid`)}))
  AND NOT EXISTS (SELECT FROM "GroupMember" m WHERE m."accountId" = ${account}.id AND m."groupId" NOT IN (${managedGroups(`${limited}::uuid`)})))`;

/** Builds the JSON array of the projects of an API token, ordered by name. @param ids SQL of their ids @param limited as for isWithin */
export const tokenProjects = (ids: string, limited: string) => `coalesce((
    SELECT json_agg(json_build_object('_id', p.id, 'name', p.name) ORDER BY ${nameKey("p.name")}, p.id)
      FROM ${visibleProjects} p WHERE p.id = ANY (${ids}) AND ${isWithin("p.id", limited)}), '[]')`;

/** Returns those of the projects that exist, ordered by name. */
export async function findTokenProjects(tx: Transaction, ids: readonly string[]): Promise<{ _id: string; name: string }[]> {
  return await tx.$queryRaw<{ _id: string; name: string }[]>`
    SELECT id AS "_id", name FROM ${Prisma.raw(visibleProjects)} p WHERE id = ANY (${ids}::uuid[]) ORDER BY lower(name), id`;
}

const given = (groupId: string) =>
  `FROM "GroupProject" given JOIN ${visibleProjects} p ON p.id = given."projectId" WHERE given."groupId" = ${groupId}`;

/** Builds the number of the projects that a group gives access to. */
export const projectsOfGroup = (groupId: string) => `(SELECT count(*)::int ${given(groupId)} AND ${isLive("given")})`;

/** Builds the JSON array of a group's projects, by name. @param limited as for isWithin */
export const namedProjectsOfGroup = (groupId: string, limited: string) => `coalesce((
  SELECT json_agg(json_build_object('_id', p.id, 'name', p.name, 'expiresAt', ${isoTime('given."expiresAt"')}) ORDER BY ${nameKey("p.name")}, p.id)
    ${given(groupId)} AND ${isWithin("p.id", limited)}), '[]')`;

interface ChangedProject {
  _id: string;
  name: string;
  isGiven: boolean;
}

/** Makes these the only visible projects of a group. Those that it has keep their end. @returns what changed, and null when a project is gone */
export async function replaceGroupProjects(
  tx: Transaction,
  groupId: string,
  projectIds: readonly string[],
): Promise<ChangedProject[] | null> {
  const found = await queryRows<{ id: string }>(tx, {
    text: `SELECT p.id FROM ${visibleProjects} p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR KEY SHARE OF p`,
    values: [projectIds],
  });
  if (found.length < projectIds.length) return null;
  return queryRows<ChangedProject>(tx, {
    text: `WITH added AS (
             INSERT INTO "GroupProject" ("groupId", "projectId") SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING RETURNING "projectId"
           ), removed AS (
             DELETE FROM "GroupProject" given USING ${visibleProjects} p
              WHERE p.id = given."projectId" AND given."groupId" = $1 AND given."projectId" <> ALL ($2::uuid[]) RETURNING given."projectId"
           )
           SELECT p.id AS "_id", p.name, changed."isGiven"
             FROM (SELECT "projectId", true AS "isGiven" FROM added UNION ALL SELECT "projectId", false FROM removed) changed
                  JOIN ${visibleProjects} p ON p.id = changed."projectId" ORDER BY ${nameKey("p.name")}, p.id`,
    values: [groupId, projectIds],
  });
}
