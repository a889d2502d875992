import { type ProjectRow, viewMap } from "../projects/present";
import type { RecentProject } from "./schema";

/** One of the latest projects, as the dashboard's query reads it. */
export type RecentProjectRow = Pick<ProjectRow, "id" | "name" | "safeName" | "description" | "mapUrl" | "hasTree" | "createdAt">;

export function presentRecentProject(row: RecentProjectRow): RecentProject {
  const { id: _id, name, safeName, description, createdAt } = row;
  return { _id, name, safeName, description, viewMap: viewMap(row), createdAt: createdAt.toISOString() };
}
