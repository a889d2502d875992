import type { ProjectSummary } from "../projects/schema";

/** A project in the table of the latest ones. Times are ISO 8601 in UTC. */
export type RecentProject = Pick<ProjectSummary, "_id" | "name" | "safeName" | "description" | "viewMap" | "createdAt">;

/** What the dashboard of an admin shows. */
export interface AdminDashboard {
  /** Plain users; admins are not among them. */
  totalUsers: number;
  totalProjects: number;
  /** The latest, newest first. */
  recentProjects: RecentProject[];
}

/** What the dashboard of a superadmin shows. */
export interface SuperadminDashboard extends AdminDashboard {
  totalAdmins: number;
}
