import { z } from "zod";
import { joinAccount } from "../../accounts/data";
import { requireManagedProject } from "../../accounts/limits/policy";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import { isVisible, visibleProjects } from "../../db/visible";
import { notFound } from "../../errors";
import { isTreeOf, joinVersions } from "../../trees/data";
import { findProjectNames } from "../data";
import { createdBy, type ProjectRow, versionImage } from "../present";
import { joinImportInto } from "../references/imports";
import { type ProjectVersion, type VersionState, versionChangesSchema } from "./schema";

export const projectNotFound = () => notFound("Project not found.");

type SameFields = "isCurrent" | "source" | "sourceName" | "createdAt" | "retiredAt" | "note" | "fileCount" | "byteCount";

/** A tree of a project, with the import that made it. */
interface VersionRow extends Pick<ProjectVersion, SameFields>, Pick<ProjectRow, "creatorId" | "creatorName"> {
  id: number;
  changes: unknown;
  imageBlobKey: string | null;
}

function presentVersion(projectId: string, row: VersionRow): ProjectVersion {
  const { id, creatorId, creatorName, changes, imageBlobKey, ...version } = row;
  return {
    ...version,
    mapImage: versionImage(projectId, id, imageBlobKey),
    _id: String(id),
    createdBy: createdBy({ creatorId, creatorName }),
    changes: versionChangesSchema.safeParse(changes).data ?? null,
  };
}

/** Parses the id of a project that the viewer manages. @throws AppError 403 for another project than those of an API token, 404 */
export function parseProjectId(viewer: AdminViewer, id: string): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw projectNotFound();
  requireManagedProject(viewer, id, projectNotFound);
  return parsed.data;
}

/** Lists the kept maps of a project, the latest first. @throws AppError 403 for another project than those of an API token, 404 */
export async function listVersions(viewer: AdminViewer, projectId: string): Promise<ProjectVersion[]> {
  requireManagedProject(viewer, projectId, projectNotFound);
  const rows = await queryRows<Omit<VersionRow, "id"> & { id: number | null }>(db(), {
    text: `SELECT t.id, coalesce(t.id = p."currentTreeId", false) AS "isCurrent", made.source, made."sourceName",
                  creator.id AS "creatorId", creator.name AS "creatorName",
                  ${isoTime('coalesce(made."publishedAt", t."createdAt")')} AS "createdAt", ${isoTime('t."retiredAt"')} AS "retiredAt", t.note, t."fileCount", t."byteCount", t."imageBlobKey", made.changes
             FROM ${visibleProjects} p ${joinVersions("t", "p.id")}
             ${joinImportInto("t.id")}
             ${joinAccount("creator", 'made."ownerId"')}
            WHERE p.id = $1
            ORDER BY coalesce(made."publishedAt", t."createdAt") DESC, t.id DESC`,
    values: [projectId],
  });
  if (rows.length === 0) throw projectNotFound();
  return rows.flatMap(({ id, ...row }) => (id === null ? [] : [presentVersion(projectId, { id, ...row })]));
}

export interface VersionTree {
  treeId: number;
  revision: number;
  fileCount: number;
}

/** Returns the tree that the project shows, or null. @throws AppError 403 for another project than those of an API token, 404 */
export async function findCurrentVersion(viewer: AdminViewer, projectId: string): Promise<VersionTree | null> {
  requireManagedProject(viewer, projectId, projectNotFound);
  const select = { currentTree: { select: { id: true, revision: true, fileCount: true } } };
  const project = await db().project.findFirst({ where: { id: projectId, ...isVisible }, select });
  if (!project) throw projectNotFound();
  const tree = project.currentTree;
  return tree && { treeId: Number(tree.id), revision: tree.revision, fileCount: tree.fileCount };
}

/** Returns true when the tree is a kept version of the project in that state. @throws AppError 403 for another project than those of an API token */
export async function isVersionOf(viewer: AdminViewer, projectId: string, { treeId, revision }: VersionState): Promise<boolean> {
  requireManagedProject(viewer, projectId, projectNotFound);
  return (await findProjectNames(db(), [projectId])).has(projectId) && isTreeOf(projectId, treeId, revision);
}
