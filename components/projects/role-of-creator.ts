import type { ProjectSummary } from "@/lib/projects/schema";

export function roleOfCreator(project: Pick<ProjectSummary, "createdByModel">): string {
  return project.createdByModel === "SuperAdmin" ? "Super Admin" : "Admin";
}

export function nameOfCreator(project: Pick<ProjectSummary, "createdBy">): string {
  return project.createdBy?.name ?? "Unknown";
}
