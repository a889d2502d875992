import { groupsGiving } from "../../accounts/access/data";
import { readGroup } from "../../accounts/groups/data";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db, queryLimited } from "../../db/client";
import { isLive, isoTime, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { cookieValues, hostCookie, hostCookieName } from "../../http/cookies";
import { hashSecretToken } from "../../http/secret-token";
import { grantColumns, type LinkGrant } from "../share-links/data";
import type { GroupGuests, GuestEntry } from "./schema";
import { GUEST_PATH } from "./values";

/** Builds the condition that an entry of a project, or of a group that has it, admits an address now. Both are SQL expressions. */
export const isAdmitted = (email: string, projectId: string) => `EXISTS (
  SELECT FROM "GuestEntry" entry WHERE entry.address IN (${email}, substring(${email} FROM '@[^@]*$')) AND ${isLive("entry")}
     AND (entry."projectId" = ${projectId} OR entry."groupId" IN (${groupsGiving(projectId)})))`;

/** Builds the JSON array of the guests of a project or group (guestEntrySchema), also of those whose end is reached. */
export const guestsOf = (owner: "projectId" | "groupId", id: string) => `coalesce((
  SELECT json_agg(json_build_object('_id', entry.id, 'address', entry.address, 'expiresAt', ${isoTime('entry."expiresAt"')}) ORDER BY entry.address)
    FROM "GuestEntry" entry WHERE entry."${owner}" = ${id}), '[]')`;

/** Reads the guests of a group. @throws AppError 404 */
export async function readGroupGuests(viewer: AdminViewer, id: string): Promise<GroupGuests> {
  const { _id } = await readGroup(viewer, id);
  const [read] = await queryRows<{ guests: GuestEntry[] }>(db(), {
    text: `SELECT ${guestsOf("groupId", "$1::uuid")} AS guests`,
    values: [_id],
  });
  return { guests: read?.guests ?? [], canAdmitGuests: env().deliversMail };
}

/** Builds the join of the guest's session of an id, an SQL expression, as `alias`. Its columns are null where it is none. */
export const joinGuestSession = (alias: string, id: string) => `LEFT JOIN "GuestSession" ${alias} ON ${alias}.id = ${id}`;

/** Longer than a session, so that the map's address leads former guests back to the guest page. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** Each map has a cookie of its own, so that a guest can open several. */
const cookieName = (safeName: string) => `sea-vision.guest.${safeName}`;

export const guestCookie = (safeName: string, token: string) => hostCookie(cookieName(safeName), token, COOKIE_SECONDS);

/** A visitor who is or was a guest of a map. */
export interface GuestVisit {
  /** Path of the page where the visitor can become a guest again. */
  page: string;
  /** Null when the session has ended, or no entry admits the address any more. */
  right: { guest: string; project: string; scope: string } | null;
  mapUrl: string | null;
}

/** Finds the guest of a map by the cookies of a request. @returns null for a visitor who was no guest of it */
export async function findGuestVisit(cookieHeader: string | undefined, safeName: string): Promise<GuestVisit | null> {
  const token = cookieValues(cookieHeader, hostCookieName(cookieName(safeName))).at(-1);
  if (!token) return null;
  const [found] = await queryRows<{ guest: string; project: string; mapUrl: string | null }>(db(), {
    text: `SELECT s.id AS guest, p.id AS project, nullif(p."mapUrl", '') AS "mapUrl"
             FROM "GuestSession" s JOIN ${visibleProjects} p ON p.id = s."projectId"
            WHERE s."tokenHash" = $1 AND p."safeName" = $2 AND s."expiresAt" > now() AND ${isAdmitted("s.email", "p.id")}`,
    values: [hashSecretToken(token), safeName],
  });
  const right = found ? { guest: found.guest, project: found.project, scope: safeName } : null;
  return { page: `${GUEST_PATH}/${safeName}`, right, mapUrl: found?.mapUrl ?? null };
}

const findGrant = {
  name: "guests:grant",
  query_timeout: 10_000,
  text: `SELECT ${grantColumns} FROM "GuestSession" s JOIN ${visibleProjects} p ON p.id = s."projectId"
          WHERE s.id = $1 AND ($2::uuid IS NULL OR p.id = $2) AND s."expiresAt" > now() AND ${isAdmitted("s.email", "p.id")}`,
};

/** Returns what a guest's session grants while an entry admits the address, otherwise null. @param projectId null for the shared assets */
export async function findGuestGrant(id: string, projectId: string | null): Promise<LinkGrant | null> {
  const [grant] = await queryLimited<Omit<LinkGrant, "frameOrigins">>(findGrant, [id, projectId]);
  return grant ? { ...grant, frameOrigins: [] } : null;
}
