import { percentChange, type Total } from "../../stats/percent";
import { type ListedProjectRow, presentListedProject } from "../present";
import type { AdminDashboard, MapViewsDay, RecentAdmin, RecentProject, SuperadminDashboard, UserDashboard } from "./schema";

/** A row as PostgreSQL writes it in JSON: times are ISO 8601 with the offset of the connection's time zone. */
type InJson<Row extends { createdAt: Date }> = Omit<Row, "createdAt"> & { createdAt: string };

export type RecentProjectRow = InJson<ListedProjectRow>;

export interface RecentAdminRow {
  id: string;
  name: string;
  email: string;
  createdAt: string;
}

export interface UserDashboardRow {
  /** Assigned to this person. */
  projects: Total;
  recentProjects: RecentProjectRow[];
}

export interface AdminDashboardRow {
  users: Total;
  projects: Total;
  recentProjects: RecentProjectRow[];
}

export interface SuperadminDashboardRow extends AdminDashboardRow {
  admins: Total;
  recentAdmins: RecentAdminRow[];
  mapViews: MapViewsDay[];
}

const toUtc = (time: string) => new Date(time).toISOString();

function presentRecentProject(row: RecentProjectRow): RecentProject {
  return presentListedProject({ ...row, createdAt: new Date(row.createdAt) });
}

function presentRecentAdmin({ id: _id, name, email, createdAt }: RecentAdminRow): RecentAdmin {
  return { _id, name, email, createdAt: toUtc(createdAt) };
}

/** What the dashboards of admins and superadmins have alike. */
function presentTotals({ users, projects, recentProjects }: AdminDashboardRow) {
  return {
    totalUsers: users.now,
    percentUserIncrease: percentChange(users),
    totalProjects: projects.now,
    percentProjectIncrease: percentChange(projects),
    recentProjects: recentProjects.map(presentRecentProject),
  };
}

export function presentAdminDashboard(row: AdminDashboardRow): AdminDashboard {
  const [last] = row.recentProjects;
  return { ...presentTotals(row), lastProject: last ? { name: last.name, dateCreated: toUtc(last.createdAt) } : null };
}

export function presentSuperadminDashboard(row: SuperadminDashboardRow): SuperadminDashboard {
  const [last] = row.recentProjects;
  return {
    ...presentTotals(row),
    totalAdmins: row.admins.now,
    percentAdminIncrease: percentChange(row.admins),
    lastProject: last ? { name: last.name, createdAt: toUtc(last.createdAt) } : null,
    recentAdmins: row.recentAdmins.map(presentRecentAdmin),
    mapViews: row.mapViews,
  };
}

export function presentUserDashboard({ projects, recentProjects }: UserDashboardRow): UserDashboard {
  const [last] = recentProjects;
  return {
    totalProjects: projects.now,
    percentileIncrease: percentChange(projects),
    lastProjectUploaded: last ? { name: last.name, uploadedTime: toUtc(last.createdAt) } : null,
    recentProjects: recentProjects.map(presentRecentProject),
  };
}
