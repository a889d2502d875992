import { type ListedProjectRow, presentListedProject } from "../present";
import { percentChange, type Total } from "./percent";
import type { AdminDashboard, RecentProject, SuperadminDashboard, UserDashboard } from "./schema";

/** A row as PostgreSQL returns it in JSON. */
type RecentProjectRow = Omit<ListedProjectRow, "createdAt"> & { createdAt: string };

export interface AdminDashboardRow {
  users: Total;
  projects: Total;
  recentProjects: RecentProjectRow[];
}

export type UserDashboardRow = Omit<AdminDashboardRow, "users">;

export interface SuperadminDashboardRow extends AdminDashboardRow, Pick<SuperadminDashboard, "recentAdmins" | "thumbnailProblem"> {
  admins: Total;
}

/** PostgreSQL writes times with the offset of the connection's time zone. */
const toUtc = (time: string) => new Date(time).toISOString();

function presentRecentProject(row: RecentProjectRow): RecentProject {
  return presentListedProject({ ...row, createdAt: new Date(row.createdAt) });
}

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
    recentAdmins: row.recentAdmins.map((admin) => ({ ...admin, createdAt: toUtc(admin.createdAt) })),
    thumbnailProblem: row.thumbnailProblem,
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
