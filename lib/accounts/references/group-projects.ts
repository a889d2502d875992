/** Statements that also read projects, which are in a layer above (docs/decisions/0050). */
import { isLive, isoTime, nameKey, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { isWithin } from "./managed-projects";

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
