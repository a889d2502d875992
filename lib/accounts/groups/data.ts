import { db } from "../../db/client";
import { isLive, isoTime, nameKey, queryRows } from "../../db/query";
import { notFound } from "../../errors";
import { type ListOrder, readPage } from "../../http/paging/page";
import { accountOrders } from "../data";
import { limitedId } from "../limits/policy";
import { isManagedGroup, namedProjectsOfGroup, projectsOfGroup } from "../references/managed-projects";
import { rowIdSchema } from "../schema";
import type { AdminViewer } from "../sessions/schema";
import type { Group, GroupListQuery, GroupMember, GroupPage, GroupSummary, MemberListQuery, MemberPage } from "./schema";
import type { GroupSort, MemberSort } from "./values";

export const groupGone = () => notFound("This group no longer exists.");

const byName = { key: nameKey("g.name"), type: "text" } as const;
const byDate = { key: `g."createdAt"`, type: "timestamptz" } as const;
const orders: Record<GroupSort, ListOrder> = {
  all: { ...byName, direction: "ASC" },
  "name-asc": { ...byName, direction: "ASC" },
  "name-desc": { ...byName, direction: "DESC" },
  "date-oldest": { ...byDate, direction: "ASC" },
  "date-newest": { ...byDate, direction: "DESC" },
};

const columns = `g.id AS "_id", g.name, g.description, ${isoTime('g."createdAt"')} AS "createdAt", ${projectsOfGroup("g.id")} AS "projectCount",
  (SELECT count(*)::int FROM "GroupMember" m WHERE m."groupId" = g.id AND ${isLive("m")}) AS "memberCount"`;

/** Builds the condition that an account is a member of a group. @param accountId and @param groupId SQL expressions */
export const isMember = (accountId: string, groupId: string) =>
  `EXISTS (SELECT FROM "GroupMember" m WHERE m."accountId" = ${accountId} AND m."groupId" = ${groupId} AND ${isLive("m")})`;

/** Lists the groups that the viewer manages, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listGroupPage(viewer: AdminViewer, { search, sort, ...query }: GroupListQuery): Promise<GroupPage> {
  const source = {
    id: "g.id",
    matching: `FROM "Group" g WHERE ($1 = '' OR position(lower($1) IN lower(g.name)) > 0) AND ${isManagedGroup("g.id", "$2")}`,
    values: [search.normalize("NFC"), limitedId(viewer)],
    columns,
    joins: `LEFT JOIN "Group" g ON g.id = page.id`,
  };
  const { rows: groups, ...info } = await readPage<GroupSummary>(source, orders[sort], query);
  return { groups, ...info };
}

/** Reads a group with its projects. @throws AppError 404 */
export async function readGroup(viewer: AdminViewer, id: string): Promise<Group> {
  if (!rowIdSchema.safeParse(id).success) throw groupGone();
  const [group] = await queryRows<Group>(db(), {
    text: `SELECT ${columns}, g."claimValues", ${namedProjectsOfGroup("g.id", "$2")} AS projects
             FROM "Group" g WHERE g.id = $1 AND ${isManagedGroup("g.id", "$2")}`,
    values: [id, limitedId(viewer)],
  });
  if (!group) throw groupGone();
  return group;
}

const byJoined = { key: `m."createdAt"`, type: "timestamptz" } as const;
const memberOrders: Record<MemberSort, ListOrder> = {
  ...accountOrders,
  all: accountOrders["name-asc"],
  "date-oldest": { ...byJoined, direction: "ASC" },
  "date-newest": { ...byJoined, direction: "DESC" },
};

/** Lists the members of a group, whole or in pages. @throws AppError 400 for a cursor of another list, 404 */
export async function listMemberPage(viewer: AdminViewer, id: string, { search, sort, ...query }: MemberListQuery): Promise<MemberPage> {
  await readGroup(viewer, id);
  const source = {
    id: "a.id",
    matching: `FROM "GroupMember" m JOIN "Account" a ON a.id = m."accountId" WHERE m."groupId" = $1::uuid
                 AND ($2 = '' OR position(lower($2) IN lower(a.name)) > 0 OR position(lower($2) IN a.email) > 0)`,
    values: [id, search.normalize("NFC")],
    columns: `a.id AS "_id", a.name AS "fullName", a.email, ${isoTime('m."createdAt"')} AS "createdAt", ${isoTime('m."expiresAt"')} AS "expiresAt",
              NOT ${isLive("m")} AS "hasEnded", m."isFromClaim"`,
    joins: `LEFT JOIN "GroupMember" m ON m."groupId" = $1::uuid AND m."accountId" = page.id LEFT JOIN "Account" a ON a.id = m."accountId"`,
  };
  const { rows: members, ...info } = await readPage<GroupMember>(source, memberOrders[sort], query);
  return { members, ...info };
}
