import type { ProjectSummary } from "../projects/schema";

/** A project in a table of the latest ones. Times are ISO 8601 in UTC. */
export type RecentProject = Pick<
  ProjectSummary,
  "_id" | "name" | "safeName" | "description" | "viewMap" | "path" | "mapImage" | "createdBy" | "createdByModel" | "createdAt"
>;

/** Days of map views that a dashboard shows, today included. */
export const MAP_VIEW_DAYS = 30;

/** Maps that were opened on a day in UTC, `2026-11-20`. */
export interface MapViewsDay {
  day: string;
  count: number;
}

/** What `GET /api/admin/dashboard-stats` answers (spec 000 §3). Percents are rounded to one decimal. */
export interface AdminDashboard {
  /** Plain users; admins are not among them. */
  totalUsers: number;
  percentUserIncrease: number;
  totalProjects: number;
  percentProjectIncrease: number;
  /** Null when there is no project. */
  lastProject: { name: string; dateCreated: string } | null;
  /** The latest, newest first. */
  recentProjects: RecentProject[];
}

/** An admin in the table of the latest ones. */
export interface RecentAdmin {
  _id: string;
  name: string;
  email: string;
  createdAt: string;
}

/** What `GET /api/superadmin/dashboard` answers (spec 000 §3). */
export interface SuperadminDashboard extends Omit<AdminDashboard, "lastProject"> {
  totalAdmins: number;
  percentAdminIncrease: number;
  lastProject: { name: string; createdAt: string } | null;
  recentAdmins: RecentAdmin[];
  /** The last {@link MAP_VIEW_DAYS} days, oldest first, today in UTC included, also those without any; our addition. */
  mapViews: MapViewsDay[];
}

/** What `GET /api/user/dashboard` answers (spec 000 §3): of the projects assigned to this person alone. */
export interface UserDashboard {
  totalProjects: number;
  percentileIncrease: number;
  lastProjectUploaded: { name: string; uploadedTime: string } | null;
  recentProjects: RecentProject[];
}
