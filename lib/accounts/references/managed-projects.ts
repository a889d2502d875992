/** What a limited admin manages (docs/decisions/0083). Reads projects too, which are in a layer above (docs/decisions/0050). */
import { isLive } from "../../db/query";
import { allProjects } from "../../db/visible";

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
