/** Mock responses of the dashboard endpoints, for component and browser tests. */
import type { Role } from "../../lib/accounts/sessions/schema";
import type { Analytics } from "../../lib/projects/analytics/schema";
import type { AdminDashboard, RecentAdmin, RecentProject, SuperadminDashboard, UserDashboard } from "../../lib/projects/stats/schema";

const DAY_MS = 24 * 3_600_000;

/** Returns the current time that many days ago, in ISO format. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

export function recentProject(number: number, given: Partial<RecentProject> = {}): RecentProject {
  return {
    _id: `project-${number}`,
    name: `Harbour Depths ${number}`,
    safeName: `harbour-depths-${number}`,
    description: `Soundings of season ${number}`,
    viewMap: null,
    path: `/projects/maps/harbour-depths-${number}`,
    mapImage: null,
    createdBy: { _id: "account", name: "Grace Hopper" },
    createdByModel: "Admin",
    allowsLocation: false,
    allowsCamera: false,
    createdAt: daysAgo(number),
    ...given,
  };
}

export function recentAdmin(number: number, given: Partial<RecentAdmin> = {}): RecentAdmin {
  return {
    _id: `admin-${number}`,
    name: `Admin ${number}`,
    email: `admin.${number}@harbour.example`,
    createdAt: daysAgo(number),
    ...given,
  };
}

/** The numbers and lists from which every dashboard response is built. */
export interface DashboardContents {
  users: number;
  projects: number;
  admins: number;
  percentUsers: number;
  percentProjects: number;
  percentAdmins: number;
  /** Number of users, of projects and of admins when the month began. */
  before: number;
  recentProjects: RecentProject[];
  recentAdmins: RecentAdmin[];
}

export const ANALYTICS_CALL = "**/api/project/analytics?*";

const noContents: DashboardContents = {
  users: 0,
  projects: 0,
  admins: 0,
  percentUsers: 0,
  percentProjects: 0,
  percentAdmins: 0,
  before: 1,
  recentProjects: [],
  recentAdmins: [],
};

/** Returns the responses of the three endpoints. @param given replaces parts of the empty contents */
export function dashboardAnswers(given: Partial<DashboardContents> = {}): {
  admin: AdminDashboard;
  superadmin: SuperadminDashboard;
  user: UserDashboard;
} {
  const { users, projects, admins, percentUsers, percentProjects, percentAdmins, before, recentProjects, recentAdmins } = {
    ...noContents,
    ...given,
  };
  const [last] = recentProjects;
  const totals = {
    totalUsers: users,
    percentUserIncrease: percentUsers,
    usersLastMonth: before,
    totalProjects: projects,
    percentProjectIncrease: percentProjects,
    projectsLastMonth: before,
    recentProjects,
  };
  return {
    admin: { ...totals, lastProject: last ? { name: last.name, dateCreated: last.createdAt } : null },
    superadmin: {
      ...totals,
      totalAdmins: admins,
      percentAdminIncrease: percentAdmins,
      adminsLastMonth: before,
      lastProject: last ? { name: last.name, createdAt: last.createdAt } : null,
      recentAdmins,
      thumbnailProblem: null,
      storageProblem: null,
    },
    user: {
      totalProjects: projects,
      percentileIncrease: percentProjects,
      projectsLastMonth: before,
      lastProjectUploaded: last ? { name: last.name, uploadedTime: last.createdAt } : null,
      recentProjects,
    },
  };
}

/** Extreme values: unbreakable names, a right-to-left name, missing creators and times, large numbers. */
export const extremeContents: DashboardContents = {
  users: 1_234_567,
  projects: 2_147_483_647,
  admins: 98_765,
  percentUsers: 1234.5,
  percentProjects: -12.5,
  percentAdmins: 0,
  before: 98_765,
  recentProjects: [
    recentProject(0, { name: "Nospacesatall".repeat(4).slice(0, 50), description: "Nospacesatall".repeat(15) }),
    recentProject(1, {
      name: "خريطة أعماق الميناء والمرافئ الشمالية للعام الماضي",
      createdBy: { _id: "rtl", name: "فاطمة الزهراء السيد" },
    }),
    recentProject(2, { description: "", createdBy: null }),
    recentProject(40, { createdBy: { _id: "long", name: "Wolfeschlegelsteinhausenbergerdorff ".repeat(3).trim() } }),
    recentProject(400, { createdAt: "" }),
  ],
  recentAdmins: [
    recentAdmin(0, { name: "Nospacesatall".repeat(8), email: `${"averylongaddress".repeat(6)}@${"averylongdomain".repeat(4)}.example` }),
    recentAdmin(1, { name: "فاطمة الزهراء السيد" }),
    recentAdmin(2),
    recentAdmin(30),
    recentAdmin(900, { createdAt: "" }),
  ],
};

const listOf = <Item>(items: Item[]) => ({ total: items.length, items });

/** Returns analytics in which every project and admin of the contents was opened or opened maps. */
export function analyticsAnswer(role: Role, { recentProjects = [], recentAdmins = [] }: Partial<DashboardContents>): Analytics {
  const maps = recentProjects.map(({ _id, name, safeName }) => ({ _id, name, safeName }));
  const people = recentAdmins.map(({ _id, name, email }) => ({ _id, name, email }));
  return {
    mapViews: Array.from({ length: 30 }, (_, index) => ({ day: daysAgo(29 - index).slice(0, 10), count: maps.length * index })),
    maps: listOf(maps.map((map, index) => ({ ...map, views: 1_000_000 - index, people: 1_000 }))),
    unopenedMaps: listOf(maps.map((map, index) => ({ ...map, lastViewedOn: index === 0 ? null : "2026-02-28" }))),
    people: role === "superadmin" ? listOf(people.map((person) => ({ ...person, views: 7, maps: 1, lastViewedAt: daysAgo(1) }))) : null,
    usersWithoutMap: listOf(people),
  };
}
