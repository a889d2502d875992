/** The three dashboards and the answers of their calls. */
import { HttpResponse, http } from "msw";
import type { ComponentProps } from "react";
import { page } from "vitest/browser";
import { AdminDashboardScreen } from "@/components/dashboard/admin-dashboard";
import { SuperadminDashboardScreen } from "@/components/dashboard/superadmin-dashboard";
import { UserDashboardScreen } from "@/components/dashboard/user-dashboard";
import type { Role } from "@/lib/accounts/sessions/schema";
import { analyticsAnswer, type DashboardContents, dashboardAnswers, recentProject } from "../../setup/dashboard-answers";
import { answer } from "../setup/api";

export const roles: Role[] = ["admin", "superadmin", "user"];

export const dashboardPaths: Record<Role, string> = {
  admin: "/api/admin/dashboard-stats",
  superadmin: "/api/superadmin/dashboard",
  user: "/api/user/dashboard",
};

export const recentTables: Record<Role, string> = {
  admin: "Recent Project Imports",
  superadmin: "Recent Projects",
  user: "Recent Projects",
};

export const given = { name: "Ann", linked: null, linkedProject: null, linkedFiles: null, mapsOrigin: "http://localhost:3001" };

export function dashboardOf(role: Role, ofUser: Partial<ComponentProps<typeof UserDashboardScreen>> = {}) {
  if (role === "admin") return <AdminDashboardScreen {...given} attention={null} />;
  if (role === "superadmin") return <SuperadminDashboardScreen {...given} setup={null} attention={null} />;
  return <UserDashboardScreen {...given} layout="list" first={[]} since={null} initial={null} {...ofUser} />;
}

const assigned = { ...recentProject(7, { name: "Sea Chart of the World" }), isFavourite: false, dateCreated: "", updatedAt: "" };

/** The first page of the list of a user, as the server renders it. */
export const initialList = {
  query: { search: "", sort: "all" as const },
  page: { projects: [assigned], total: 1, assignedTotal: 1, nextCursor: null },
};

/** Answers all calls of a dashboard from now on. */
export function answerDashboard(role: Role, contents: Partial<DashboardContents>): void {
  const stats = { used: 3, total: 10, available: 7, files: 1, shares: [{ _id: "assets", name: null, bytes: 3, files: 1 }] };
  answer(
    http.get(dashboardPaths[role], () => HttpResponse.json(dashboardAnswers(contents)[role])),
    http.get("/api/project/analytics", () => HttpResponse.json(analyticsAnswer(role, contents))),
    http.get("/api/file-management/stats", () => HttpResponse.json(stats)),
    http.get("/api/project/assigned", () => HttpResponse.json({ projects: [assigned], total: 1, assignedTotal: 1, nextCursor: null })),
  );
}

/** A card of a dashboard. */
export const card = (label: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });

export const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
