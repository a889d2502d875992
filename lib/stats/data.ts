import { pool } from "../db";
import type { AdminViewer, SuperadminViewer } from "../sessions/schema";
import { presentRecentProject, type RecentProjectRow } from "./present";
import type { AdminDashboard, SuperadminDashboard } from "./schema";

/** As many as fit on a screen beside the figures. */
const RECENT_PROJECTS = 5;

type Figures = Omit<SuperadminDashboard, "recentProjects">;

/** The figures stand in every row, and there is a row also when there is no project. */
type DashboardRow = Figures & { [Column in keyof RecentProjectRow]: RecentProjectRow[Column] | null };

const readDashboard = {
  name: "stats:dashboard",
  text: `SELECT figures.*, p.id, p.name, p."safeName", p.description, p."mapUrl", p."currentTreeId" IS NOT NULL AS "hasTree", p."createdAt"
           FROM (SELECT count(*) FILTER (WHERE role = 'user')::int AS "totalUsers",
                        count(*) FILTER (WHERE role = 'admin')::int AS "totalAdmins",
                        (SELECT count(*)::int FROM "Project") AS "totalProjects"
                   FROM "Account") figures
           LEFT JOIN (SELECT * FROM "Project" ORDER BY "createdAt" DESC, id DESC LIMIT ${RECENT_PROJECTS}) p ON true
          ORDER BY p."createdAt" DESC, p.id DESC`,
};

const isProject = (row: DashboardRow): row is Figures & RecentProjectRow => row.id !== null;

async function readFigures(): Promise<SuperadminDashboard> {
  const { rows } = await pool().query<DashboardRow>(readDashboard);
  const [first] = rows;
  if (!first) throw new Error("The figures of the dashboard are missing.");
  const { totalUsers, totalAdmins, totalProjects } = first;
  return { totalUsers, totalAdmins, totalProjects, recentProjects: rows.filter(isProject).map(presentRecentProject) };
}

/** What an admin's dashboard shows, as it is now. One round trip. */
export async function readAdminDashboard(_viewer: AdminViewer): Promise<AdminDashboard> {
  const { totalAdmins: _, ...dashboard } = await readFigures();
  return dashboard;
}

/** What a superadmin's dashboard shows, as it is now. One round trip. */
export function readSuperadminDashboard(_viewer: SuperadminViewer): Promise<SuperadminDashboard> {
  return readFigures();
}
