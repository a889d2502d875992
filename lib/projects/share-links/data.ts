import { joinAccount } from "../../accounts/data";
import { requireManagedProject } from "../../accounts/limits/policy";
import type { AdminViewer, SuperadminViewer } from "../../accounts/sessions/schema";
import { db, queryLimited } from "../../db/client";
import { type Database, isoTime, queryRows } from "../../db/query";
import { isVisible, visibleProjects } from "../../db/visible";
import { env } from "../../env";
import type { ShareLink as ShareLinkModel } from "../../generated/prisma/client";
import { readPage } from "../../http/paging/page";
import { hashSecretToken } from "../../http/secret-token";
import { joinProject, projectGone } from "../data";
import {
  type PlatformShareLink,
  type ProjectShareLinks,
  type ShareLink,
  type ShareLinkListQuery,
  type ShareLinkPage,
  shareTokenSchema,
} from "./schema";

/** Condition that a link `s` of a project `p` opens the map. The view of projects leaves out the trash. */
export const IS_ACTIVE = `p."allowsSharing" AND (s."expiresAt" IS NULL OR s."expiresAt" > now())`;

const withCreator = joinAccount("creator", 's."createdById"');

/** Columns of shareLinkSchema, of a link `s`, its project `p` and its `creator`. */
const linkColumns = `s.id AS "_id", s.label, ${IS_ACTIVE} AS "isActive", s."passwordHash" IS NOT NULL AS "hasPassword", s."frameOrigins",
  CASE WHEN creator.id IS NOT NULL THEN json_build_object('_id', creator.id, 'name', creator.name) END AS "createdBy",
  ${isoTime('s."createdAt"')} AS "createdAt", ${isoTime('s."expiresAt"')} AS "expiresAt", s.openings, ${isoTime('s."lastOpenedAt"')} AS "lastOpenedAt"`;

/** Reads the links that meet a condition on a link `s`, with $1 for an id, newest first. */
export function readLinks(client: Database, condition: string, id: string): Promise<ShareLink[]> {
  return queryRows<ShareLink>(client, {
    text: `SELECT ${linkColumns} FROM "ShareLink" s JOIN ${visibleProjects} p ON p.id = s."projectId" ${withCreator}
            WHERE ${condition} ORDER BY s."createdAt" DESC, s.id DESC`,
    values: [id],
  });
}

/** Lists the links of a project, newest first. @throws AppError 404 */
export async function listShareLinks(viewer: AdminViewer, projectId: string): Promise<ProjectShareLinks> {
  requireManagedProject(viewer, projectId, projectGone);
  const { mapsOrigin, isolatesMaps, shareLinks: policy } = env();
  const [project, links] = await Promise.all([
    db().project.findFirst({ where: { id: projectId, ...isVisible }, select: { allowsSharing: true } }),
    readLinks(db(), 's."projectId" = $1', projectId),
  ]);
  if (!project) throw projectGone();
  return { ...project, policy, canBeFramed: mapsOrigin.startsWith("https:") || isolatesMaps, links };
}

/** Lists the links of all projects, newest first, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAllShareLinks(_viewer: SuperadminViewer, { search, ...page }: ShareLinkListQuery): Promise<ShareLinkPage> {
  const contains = (text: string) => `position(lower($1) IN lower(${text})) > 0`;
  const { rows: links, ...info } = await readPage<PlatformShareLink>(
    {
      id: "s.id",
      matching: `FROM "ShareLink" s JOIN ${visibleProjects} p ON p.id = s."projectId" ${withCreator}
                 WHERE $1 = '' OR ${contains("p.name")} OR ${contains("s.label")} OR ${contains("coalesce(creator.name, 'Unknown')")}`,
      values: [search],
      columns: `${linkColumns}, json_build_object('_id', p.id, 'name', p.name, 'safeName', p."safeName") AS project`,
      joins: `LEFT JOIN "ShareLink" s ON s.id = page.id ${joinProject("p", 's."projectId"')} ${withCreator}`,
    },
    { key: 's."createdAt"', type: "timestamptz", direction: "DESC" },
    page,
  );
  return { links, ...info };
}

/** What a link opens. */
export interface SharedMap extends Pick<ShareLinkModel, "id" | "projectId" | "label" | "passwordHash" | "frameOrigins"> {
  name: string;
  safeName: string;
  mapUrl: string | null;
}

/** Finds the active link of a token. Unknown, expired and revoked links are null alike, after the same query. */
export async function findSharedMap(token: string): Promise<SharedMap | null> {
  if (!env().shareLinks.areOn || !shareTokenSchema.safeParse(token).success) return null;
  const [shared] = await queryRows<SharedMap>(db(), {
    text: `SELECT s.id, s."projectId", s.label, s."passwordHash", s."frameOrigins", p.name, p."safeName", nullif(p."mapUrl", '') AS "mapUrl"
             FROM "ShareLink" s JOIN ${visibleProjects} p ON p.id = s."projectId" WHERE s."tokenHash" = $1 AND ${IS_ACTIVE}`,
    values: [hashSecretToken(token)],
  });
  return shared ?? null;
}

export interface LinkGrant {
  allowsLocation: boolean;
  allowsCamera: boolean;
  allowsRouting: boolean;
  allowsSharedMemory: boolean;
  frameOrigins: string[];
}

/** Columns of LinkGrant without origins, of a project `p`, with $2 for its id or null for the shared assets. */
export const grantColumns = `p."allowsLocation" AND $2::uuid IS NOT NULL AS "allowsLocation", p."allowsCamera" AND $2::uuid IS NOT NULL AS "allowsCamera",
  p."allowsRouting", p."allowsSharedMemory"`;

const findGrant = {
  name: "share-links:grant",
  query_timeout: 10_000,
  text: `SELECT ${grantColumns}, s."frameOrigins"
           FROM "ShareLink" s JOIN ${visibleProjects} p ON p.id = s."projectId"
          WHERE s.id = $1 AND ($2::uuid IS NULL OR p.id = $2) AND ${IS_ACTIVE}`,
};

/** Returns what a link grants while it is active, otherwise null. @param projectId null for the shared assets */
export async function findLinkGrant(id: string, projectId: string | null): Promise<LinkGrant | null> {
  if (!env().shareLinks.areOn) return null;
  const [grant] = await queryLimited<LinkGrant>(findGrant, [id, projectId]);
  return grant ?? null;
}
