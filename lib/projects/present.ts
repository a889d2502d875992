import type { Role } from "../accounts/sessions/schema";
import { env } from "../env";
import type { AssignedUser, ManagedProject, ProjectDetails, ProjectStatus, ProjectSummary } from "./schema";

/** Base path of every map (specification §3). */
const MAPS_PATH = "/projects/maps";

/** Below it are the pictures of maps, by project id. */
export const IMAGES_PATH = "/api/project/image";

/** A project as the list query reads it. */
export interface ProjectRow {
  id: string;
  name: string;
  safeName: string;
  description: string;
  mapUrl: string | null;
  hasTree: boolean;
  imageBlobKey: string | null;
  creatorId: string | null;
  creatorName: string | null;
  creatorRole: Role | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The same, as it is read for those who manage it. */
export interface ManagedProjectRow extends ProjectRow {
  assignedUserCount: number;
  status: ProjectStatus;
}

/** Everything that is known of one. */
export interface ProjectDetailsRow extends ManagedProjectRow {
  assignedUsers: AssignedUser[];
  fileCount: number;
  byteCount: number;
  formerVersionCount: number;
}

/** @returns the address of the map that was uploaded for this project, or would be */
export function uploadedMapUrl(safeName: string): string {
  return `${env().appOrigin}${MAPS_PATH}/${safeName}/`;
}

/** @returns the address of a project's map, or null while there is none */
function viewMap({ mapUrl, hasTree, safeName }: Pick<ProjectRow, "mapUrl" | "hasTree" | "safeName">): string | null {
  if (mapUrl) return mapUrl;
  return hasTree ? uploadedMapUrl(safeName) : null;
}

/**
 * @returns the address of a project's picture, or null while there is none. Every picture has an address of its own, so that
 * browsers may keep what they have.
 */
export function mapImage({ id, imageBlobKey }: Pick<ProjectRow, "id" | "imageBlobKey">): string | null {
  return imageBlobKey === null ? null : `${IMAGES_PATH}/${id}?v=${imageBlobKey.slice(0, 8)}`;
}

/** @returns who created it; null when the account is gone */
function createdBy({ creatorId, creatorName }: Pick<ProjectRow, "creatorId" | "creatorName">): ProjectSummary["createdBy"] {
  return creatorId === null || creatorName === null ? null : { _id: creatorId, name: creatorName };
}

/** What is read of a project wherever it is listed. */
export type ListedProjectRow = Omit<ProjectRow, "updatedAt">;

/** What every answer tells of a project alike. */
export function presentListedProject(row: ListedProjectRow) {
  return {
    _id: row.id,
    name: row.name,
    safeName: row.safeName,
    description: row.description,
    viewMap: viewMap(row),
    path: `${MAPS_PATH}/${row.safeName}`,
    mapImage: mapImage(row),
    createdBy: createdBy(row),
    createdByModel: row.creatorRole === "superadmin" ? "SuperAdmin" : "Admin",
    createdAt: row.createdAt.toISOString(),
  } satisfies Partial<ProjectSummary>;
}

/** The one place where a project row becomes what the API answers. */
export function presentProject(row: ProjectRow): ProjectSummary {
  const listed = presentListedProject(row);
  return { ...listed, dateCreated: listed.createdAt, updatedAt: row.updatedAt.toISOString() };
}

export function presentManagedProject(row: ManagedProjectRow): ManagedProject {
  const { assignedUserCount, status, mapUrl } = row;
  return { ...presentProject(row), assignedUserCount, status, mapUrl: mapUrl || null };
}

export function presentProjectDetails(row: ProjectDetailsRow): ProjectDetails {
  const { assignedUsers, fileCount, byteCount, formerVersionCount } = row;
  return { ...presentManagedProject(row), assignedUsers, fileCount, byteCount, formerVersionCount };
}
