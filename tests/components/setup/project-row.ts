import type { ProjectDetails } from "@/lib/projects/schema";
import { projectDetails } from "../projects/project-rows";

const DAY = 86_400_000;

/** Returns a time as the API sends it. @param days from now */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** A project as the API sends it, with a map on this site. */
export function projectRow(given: Partial<ProjectDetails> = {}): ProjectDetails {
  return projectDetails("Harbour", { viewMap: "/projects/maps/harbour/", status: "online", ...given });
}
