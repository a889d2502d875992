import { env } from "../env";
import type { Role } from "../sessions/schema";
import type { ProjectSummary } from "./schema";

/** Base path of every map (specification §3). */
const MAPS_PATH = "/projects/maps";

/** A project as the list query reads it. */
export interface ProjectRow {
  id: string;
  name: string;
  safeName: string;
  description: string;
  mapUrl: string | null;
  hasTree: boolean;
  creatorName: string | null;
  creatorRole: Role | null;
  createdAt: Date;
  updatedAt: Date;
  assignedUserCount: number;
}

/** @returns the address of a project's map, or null while there is none */
export function viewMap({ mapUrl, hasTree, safeName }: Pick<ProjectRow, "mapUrl" | "hasTree" | "safeName">): string | null {
  if (mapUrl) return mapUrl;
  return hasTree ? `${env().appOrigin}${MAPS_PATH}/${safeName}/` : null;
}

/** The one place where a project row becomes what the API answers. */
export function presentProject(row: ProjectRow): ProjectSummary {
  const createdAt = row.createdAt.toISOString();
  return {
    _id: row.id,
    name: row.name,
    safeName: row.safeName,
    description: row.description,
    viewMap: viewMap(row),
    path: `${MAPS_PATH}/${row.safeName}`,
    mapImage: null,
    createdBy: row.creatorName === null ? null : { name: row.creatorName },
    createdByModel: row.creatorRole === "superadmin" ? "SuperAdmin" : "Admin",
    dateCreated: createdAt,
    createdAt,
    updatedAt: row.updatedAt.toISOString(),
    assignedUserCount: row.assignedUserCount,
  };
}
