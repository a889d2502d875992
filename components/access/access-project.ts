import type { ProjectSummary } from "@/lib/projects/schema";

/** What the access dialog needs to know of a project. */
export type AccessProject = Pick<ProjectSummary, "_id" | "name" | "safeName" | "viewMap" | "allowsLocation" | "allowsCamera">;

const ownPath = ({ safeName }: Pick<AccessProject, "safeName">) => `/projects/maps/${safeName}/`;

/** Returns whether the map is on another site. */
export function isElsewhere(project: Pick<AccessProject, "safeName" | "viewMap">): boolean {
  return project.viewMap !== null && project.viewMap !== new URL(ownPath(project), window.location.origin).href;
}

/** Returns the path to copy for people with access: the map's own address, or the viewer's where the map is on another site. */
export function linkTo(project: Pick<AccessProject, "safeName" | "viewMap">): string {
  return isElsewhere(project) ? `/projects?map=${project.safeName}` : ownPath(project);
}
