import type { ProjectSummary } from "@/lib/projects/schema";

/** Super Admin when createdByModel is SuperAdmin, otherwise Admin (spec 001 §2.1). */
export function roleOfCreator(project: Pick<ProjectSummary, "createdByModel">): string {
  return project.createdByModel === "SuperAdmin" ? "Super Admin" : "Admin";
}

/** Their name; Unknown when the account is gone. */
export function nameOfCreator(project: Pick<ProjectSummary, "createdBy">): string {
  return project.createdBy?.name ?? "Unknown";
}
