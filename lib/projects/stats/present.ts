import { type ListedProjectRow, presentListedProject } from "../present";
import type { AdminDashboard, SuperadminDashboard, UserDashboard } from "./schema";

interface Total {
  now: number;
  before: number;
}

/** Returns the change in percent, rounded to one decimal, never -0; 100 from nothing, 0 when there is still nothing. */
export function percentChange({ now, before }: Total): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const tenths = Math.round((Math.abs(now - before) * 1000) / before);
  return tenths === 0 ? 0 : (Math.sign(now - before) * tenths) / 10;
}

export interface AdminDashboardRow {
  users: Total;
  projects: Total;
  recentProjects: ListedProjectRow[];
}

export type UserDashboardRow = Omit<AdminDashboardRow, "users">;

export interface SuperadminDashboardRow extends AdminDashboardRow, Pick<SuperadminDashboard, "recentAdmins" | "thumbnailProblem"> {
  admins: Total;
}

function presentTotals({ users, projects, recentProjects }: AdminDashboardRow) {
  return {
    totalUsers: users.now,
    percentUserIncrease: percentChange(users),
    usersLastMonth: users.before,
    totalProjects: projects.now,
    percentProjectIncrease: percentChange(projects),
    projectsLastMonth: projects.before,
    recentProjects: recentProjects.map(presentListedProject),
  };
}

export function presentAdminDashboard(row: AdminDashboardRow): AdminDashboard {
  const [last] = row.recentProjects;
  return { ...presentTotals(row), lastProject: last ? { name: last.name, dateCreated: last.createdAt } : null };
}

export function presentSuperadminDashboard(row: SuperadminDashboardRow, storageProblem: string | null): SuperadminDashboard {
  const [last] = row.recentProjects;
  return {
    ...presentTotals(row),
    totalAdmins: row.admins.now,
    percentAdminIncrease: percentChange(row.admins),
    adminsLastMonth: row.admins.before,
    lastProject: last ? { name: last.name, createdAt: last.createdAt } : null,
    recentAdmins: row.recentAdmins,
    thumbnailProblem: row.thumbnailProblem,
    storageProblem,
  };
}

export function presentUserDashboard({ projects, recentProjects }: UserDashboardRow): UserDashboard {
  const [last] = recentProjects;
  return {
    totalProjects: projects.now,
    percentileIncrease: percentChange(projects),
    projectsLastMonth: projects.before,
    lastProjectUploaded: last ? { name: last.name, uploadedTime: last.createdAt } : null,
    recentProjects: recentProjects.map(presentListedProject),
  };
}
