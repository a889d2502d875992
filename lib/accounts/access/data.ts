/** Who may open a project: SQL about users and groups. */
import { db } from "../../db/client";
import { isLive, isoTime, nameKey, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { isInvited } from "../invitations/data";
import { isManagedGroup, seesAccount } from "../references/managed-projects";

const person = `'_id', a.id, 'name', a.name, 'email', a.email, 'isInvited', ${isInvited("a.id")}`;
const memberCount = `(SELECT count(*)::int FROM "GroupMember" member WHERE member."groupId" = g.id AND ${isLive("member")})`;
const group = `'_id', g.id, 'name', g.name, 'memberCount', ${memberCount}`;
const listOf = (row: string, order: string) => `coalesce(json_agg(json_build_object(${row}) ORDER BY ${order}), '[]')`;

/** Builds the JSON array of the accounts that a project itself is assigned to (accessPersonSchema), also of those whose access has ended. */
export const peopleWithAccess = (projectId: string) => `(
    SELECT ${listOf(`${person}, 'expiresAt', ${isoTime('s."expiresAt"')}`, `${nameKey("a.name")}, a.id`)}
      FROM "Assignment" s JOIN "Account" a ON a.id = s."accountId" WHERE s."projectId" = ${projectId})`;

/** Builds the JSON array of the groups that have a project (accessGroupSchema), also of those whose access has ended. */
export const groupsWithAccess = (projectId: string) => `(
    SELECT ${listOf(`${group}, 'expiresAt', ${isoTime('given."expiresAt"')}`, `${nameKey("g.name")}, g.id`)}
      FROM "GroupProject" given JOIN "Group" g ON g.id = given."groupId" WHERE given."projectId" = ${projectId})`;

/** Builds a query for the ids of the groups that give access to a project now, an SQL expression. */
export const groupsGiving = (projectId: string) =>
  `SELECT given."groupId" FROM "GroupProject" given WHERE given."projectId" = ${projectId} AND ${isLive("given")}`;

/**
 * Returns what a change of a project's access names that a limited admin doesn't know: accounts that the admin doesn't see, or groups
 * that the admin doesn't manage and that don't have the project. @param limited id of a limited admin, or null
 */
export async function findUnknown(
  tx: Transaction,
  limited: string | null,
  { projectId, people, groups = [] }: { projectId: string; people: readonly string[]; groups?: readonly string[] },
): Promise<"people" | "groups" | null> {
  if (limited === null) return null;
  const [unknown] = await queryRows<{ people: boolean; groups: boolean }>(tx, {
    text: `SELECT EXISTS (SELECT FROM "Account" a WHERE a.id = ANY ($2::uuid[]) AND NOT ${seesAccount("a", "$1")}) AS people,
                  EXISTS (SELECT FROM "Group" g WHERE g.id = ANY ($3::uuid[]) AND NOT ${isManagedGroup("g.id", "$1")}
                     AND NOT EXISTS (SELECT FROM "GroupProject" given WHERE given."groupId" = g.id AND given."projectId" = $4::uuid)) AS groups`,
    values: [limited, people, groups, projectId],
  });
  if (unknown?.people) return "people";
  return unknown?.groups ? "groups" : null;
}

const MOST_FOUND = 8;
const contains = (text: string) => `position(lower($1) IN lower(${text})) > 0`;
const begins = (text: string) => `starts_with(lower(${text}), lower($1))`;

const findText = `
  SELECT (SELECT ${listOf(`${person}, 'isAdmin', a.role <> 'user'`, "a.rank")} FROM (
           SELECT a.*, row_number() OVER () AS rank FROM (
             SELECT a.id, a.name, a.email, a.role FROM "Account" a WHERE (${contains("a.name")} OR ${contains("a.email")}) AND ${seesAccount("a", "$2")}
              ORDER BY a.email = lower($1) DESC, ${begins("a.name")} OR ${begins("a.email")} DESC, ${nameKey("a.name")}, a.id LIMIT ${MOST_FOUND}) a) a) AS people,
         (SELECT ${listOf(group, "g.rank")} FROM (
           SELECT g.*, row_number() OVER () AS rank FROM (
             SELECT g.id, g.name FROM "Group" g WHERE ${contains("g.name")} AND ${isManagedGroup("g.id", "$2")} ORDER BY ${nameKey("g.name")}, g.id LIMIT ${MOST_FOUND}) g) g) AS groups`;

/** Finds the accounts and groups to which a text may refer, the likeliest first. @param limited id of a limited admin, who sees no others */
export async function findNamed<Found extends object>(search: string, limited: string | null): Promise<Found | undefined> {
  const [found] = await queryRows<Found>(db(), { text: findText, values: [search.normalize("NFC"), limited] });
  return found;
}
