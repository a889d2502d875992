import type { Role } from "../accounts/sessions/schema";
import { env } from "../env";
import type { Project } from "../generated/prisma/client";
import type { ManagedProject, ProjectDetails, ProjectSummary } from "./schema";

/** Base path of every map. */
const MAPS_PATH = "/projects/maps";

export const IMAGES_PATH = "/api/project/image";

type ProjectColumn = "id" | "name" | "safeName" | "description" | "mapUrl" | "allowsLocation" | "allowsCamera" | "imageBlobKey";

export interface ProjectRow extends Pick<Project, ProjectColumn>, Pick<ProjectSummary, "createdAt" | "updatedAt"> {
  hasTree: boolean;
  isFavourite: boolean;
  creatorId: string | null;
  creatorName: string | null;
  creatorRole: Role | null;
}

export type ManagedProjectRow = ProjectRow & Pick<ManagedProject, "assignedUserCount" | "status">;

export type ProjectDetailsRow = ManagedProjectRow &
  Pick<ProjectDetails, "assignedUsers" | "fileCount" | "byteCount" | "formerVersionCount" | "isDataMap" | "imageProblem"> &
  Pick<ProjectDetails, "allowsSharing" | "allowsRouting" | "allowsSharedMemory" | "startPage" | "pages" | "conversions">;

/** Returns the address of the project's uploaded map, whether or not there is one. */
export function uploadedMapUrl(safeName: string): string {
  return `${env().appOrigin}${MAPS_PATH}/${safeName}/`;
}

function viewMap({ mapUrl, hasTree, safeName }: Pick<ProjectRow, "mapUrl" | "hasTree" | "safeName">): string | null {
  if (mapUrl) return mapUrl;
  return hasTree ? uploadedMapUrl(safeName) : null;
}

/** Returns the address of a project's thumbnail, or null. Each thumbnail has its own address, so that browsers can cache it. */
export function mapImage({ id, imageBlobKey }: Pick<ProjectRow, "id" | "imageBlobKey">): string | null {
  return imageBlobKey === null ? null : `${IMAGES_PATH}/${id}?v=${imageBlobKey.slice(0, 8)}`;
}

/** Returns the address of a version's thumbnail, or null. */
export function versionImage(projectId: string, versionId: number, key: string | null): string | null {
  return key === null ? null : `${IMAGES_PATH}/${projectId}?version=${versionId}&v=${key.slice(0, 8)}`;
}

/** Returns the creator of a project or version; null when the account is gone. */
export function createdBy({ creatorId, creatorName }: Pick<ProjectRow, "creatorId" | "creatorName">): ProjectSummary["createdBy"] {
  return creatorId === null || creatorName === null ? null : { _id: creatorId, name: creatorName };
}

export type ListedProjectRow = Omit<ProjectRow, "updatedAt" | "isFavourite">;

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
    allowsLocation: row.allowsLocation,
    allowsCamera: row.allowsCamera,
    createdAt: row.createdAt,
  } satisfies Partial<ProjectSummary>;
}

export function presentProject(row: ProjectRow): ProjectSummary {
  const listed = presentListedProject(row);
  return { ...listed, isFavourite: row.isFavourite, dateCreated: listed.createdAt, updatedAt: row.updatedAt };
}

export function presentManagedProject(row: ManagedProjectRow): ManagedProject {
  const { assignedUserCount, status, mapUrl } = row;
  return { ...presentProject(row), assignedUserCount, status, mapUrl: mapUrl || null };
}

export function presentProjectDetails(row: ProjectDetailsRow): ProjectDetails {
  const { assignedUsers, fileCount, byteCount, formerVersionCount, isDataMap, imageProblem } = row;
  const { allowsSharing, allowsRouting, allowsSharedMemory, startPage, pages, conversions } = row;
  const contents = { assignedUsers, fileCount, byteCount, formerVersionCount, isDataMap, imageProblem, startPage, pages, conversions };
  return { ...presentManagedProject(row), ...contents, allowsSharing, allowsRouting, allowsSharedMemory };
}
