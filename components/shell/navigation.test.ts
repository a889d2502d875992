import { describe, expect, it } from "vitest";
import { isInside, menus } from "./navigation";

describe("navigation", () => {
  it.each([
    [
      "superadmin",
      [
        "Dashboard",
        "Admin Management",
        "User Management",
        "Groups",
        "Project Management",
        "File Manager",
        "Share Links",
        "Audit Log",
        "API Tokens",
        "Settings",
      ],
    ],
    ["admin", ["Dashboard", "Project Management", "User Management", "Groups", "Settings"]],
    ["user", ["Dashboard", "Project Management", "Settings"]],
  ] as const)("shows a %s the menu entries %j", (role, labels) => {
    expect(menus[role].map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ["/dashboard", ["Dashboard"]],
    ["/admin-management", ["Admin Management"]],
    ["/users", ["User Management"]],
    ["/projects", ["Project Management"]],
    ["/projects/maps", ["Project Management"]],
    ["/file-manager", ["File Manager"]],
    ["/audit-log", ["Audit Log"]],
    ["/api-tokens", ["API Tokens"]],
    ["/settings", ["Settings"]],
    ["/user", []],
    ["/projects-of-others", []],
    ["/", []],
  ])("marks for the path %s the entries %j as active", (path, labels) => {
    expect(menus.superadmin.filter((entry) => isInside(entry, path)).map(({ label }) => label)).toEqual(labels);
  });

  it("marks no entry for a screen outside of the role's menu", () => {
    expect(menus.user.some((entry) => isInside(entry, "/users"))).toBe(false);
  });
});
