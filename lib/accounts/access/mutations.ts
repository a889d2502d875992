import { type AuditActor, type AuditEntry, recordAudits } from "../../audit/mutations";
import { isLive, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { assignProjectTo } from "../assignments/mutations";
import { addNotices } from "../notices/mutations";
import { mayOpen } from "../references/openable-projects";

/** A user or group, and when its access ends. */
export interface GivenAccess {
  _id: string;
  expiresAt: Date | null;
}

interface AccessEvent {
  actor: AuditActor;
  at: Date;
}

interface NamedProject {
  id: string;
  name: string;
}

const columnsOf = (given: readonly GivenAccess[]) => [
  given.map(({ _id }) => _id),
  given.map(({ expiresAt }) => expiresAt?.toISOString() ?? null),
];

/** Gives users access to a project, or another end of it, and mails new ones. @returns how many of the ids are those of users */
export async function giveToPeople(
  tx: Transaction,
  project: NamedProject,
  given: readonly GivenAccess[],
  event: AccessEvent,
): Promise<number> {
  const { users, addedIds } = await assignProjectTo(
    tx,
    project,
    given.map(({ _id }) => _id),
    event,
  );
  const changed = await queryRows<{ id: string; email: string; expiresAt: Date | null }>(tx, {
    text: `UPDATE "Assignment" s SET "expiresAt" = given.at
             FROM unnest($2::uuid[], $3::timestamptz[]) given (id, at) JOIN "Account" a ON a.id = given.id
            WHERE s."projectId" = $1 AND s."accountId" = given.id AND s."expiresAt" IS DISTINCT FROM given.at
           RETURNING a.id, a.email, s."expiresAt"`,
    values: [project.id, ...columnsOf(given)],
  });
  await recordAudits(
    tx,
    changed.map(({ id, email, expiresAt }) => ({
      ...event,
      action: "project.access-end-changed",
      target: { type: "account", id, name: email },
      details: { expiresAt: expiresAt?.toISOString() ?? null, projects: [{ _id: project.id, name: project.name }] },
    })),
  );
  await addNotices(tx, addedIds, { kind: "maps-assigned", names: [project.name], count: 1 });
  return users;
}

interface ChangedGroup {
  _id: string;
  name: string;
  expiresAt: Date | null;
  /** Null for one that has the access already. */
  isNew: boolean | null;
}

const entryOf = (action: AuditEntry["action"], { id, name }: NamedProject, event: AccessEvent, group: Omit<ChangedGroup, "isNew">) => ({
  ...event,
  action,
  target: { type: "group", id: group._id, name: group.name },
  details: { count: 1, expiresAt: group.expiresAt?.toISOString() ?? null, projects: [{ _id: id, name }] },
});

/** Gives groups access to a project, or another end of it, and mails the members who could not open it. @returns how many of the ids are those of groups */
export async function giveToGroups(
  tx: Transaction,
  project: NamedProject,
  given: readonly GivenAccess[],
  event: AccessEvent,
): Promise<number> {
  if (given.length === 0) return 0;
  const [ids] = columnsOf(given);
  const gaining = await queryRows<{ id: string }>(tx, {
    text: `SELECT DISTINCT a.id FROM "GroupMember" member JOIN "Account" a ON a.id = member."accountId" AND a.role = 'user'
            WHERE member."groupId" = ANY ($2::uuid[]) AND ${isLive("member")} AND NOT ${mayOpen("$1::uuid", "a.id")}`,
    values: [project.id, ids],
  });
  const groups = await queryRows<ChangedGroup>(tx, {
    text: `WITH chosen AS (
             SELECT g.id, g.name, given.at FROM "Group" g JOIN unnest($2::uuid[], $3::timestamptz[]) given (id, at) ON given.id = g.id
              ORDER BY g.id FOR KEY SHARE OF g
           ), former AS (SELECT "groupId" FROM "GroupProject" f WHERE f."projectId" = $1 AND ${isLive("f")}),
           changed AS (
             INSERT INTO "GroupProject" ("groupId", "projectId", "expiresAt") SELECT id, $1, at FROM chosen
             ON CONFLICT ("groupId", "projectId") DO UPDATE SET "expiresAt" = EXCLUDED."expiresAt",
               "createdAt" = CASE WHEN "GroupProject"."expiresAt" <= now() THEN now() ELSE "GroupProject"."createdAt" END
              WHERE "GroupProject"."expiresAt" IS DISTINCT FROM EXCLUDED."expiresAt"
             RETURNING "groupId"
           )
           SELECT chosen.id AS "_id", chosen.name, chosen.at AS "expiresAt",
                  CASE WHEN changed."groupId" IS NOT NULL THEN former."groupId" IS NULL END AS "isNew"
             FROM chosen LEFT JOIN changed ON changed."groupId" = chosen.id LEFT JOIN former ON former."groupId" = chosen.id`,
    values: [project.id, ...columnsOf(given)],
  });
  const changed = groups.filter(({ isNew }) => isNew !== null);
  await recordAudits(
    tx,
    changed.map((group) => entryOf(group.isNew ? "group.projects-given" : "project.access-end-changed", project, event, group)),
  );
  await addNotices(
    tx,
    gaining.map(({ id }) => id),
    { kind: "maps-assigned", names: [project.name], count: 1 },
  );
  return groups.length;
}

/** Withdraws a project from groups. */
export async function withdrawFromGroups(
  tx: Transaction,
  project: NamedProject,
  groupIds: readonly string[],
  event: AccessEvent,
): Promise<void> {
  const groups = await queryRows<Omit<ChangedGroup, "isNew">>(tx, {
    text: `DELETE FROM "GroupProject" given USING "Group" g WHERE given."projectId" = $1 AND given."groupId" = ANY ($2::uuid[]) AND g.id = given."groupId"
           RETURNING g.id AS "_id", g.name, given."expiresAt"`,
    values: [project.id, groupIds],
  });
  await recordAudits(
    tx,
    groups.map((group) => entryOf("group.projects-withdrawn", project, event, group)),
  );
}
