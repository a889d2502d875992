import { describe, expect, it } from "vitest";
import { activeMarker, navigationFor } from "./navigation";

describe("the menu", () => {
  it.each([
    ["superadmin", ["Dashboard", "Admin Management", "User Management", "Project Management", "File Manager", "Audit Log", "Settings"]],
    ["admin", ["Dashboard", "Project Management", "User Management", "Settings"]],
    ["user", ["Dashboard", "Project Management", "Settings"]],
  ] as const)("of a %s has the specification's entries in its order", (role, labels) => {
    expect(navigationFor(role).map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ["/dashboard", "dashboard"],
    ["/admin-management", "admin-management"],
    ["/users", "user-management"],
    ["/projects", "project"],
    ["/projects/maps", "project"],
    ["/file-manager", "file-manager"],
    ["/audit-log", "audit-log"],
    ["/settings", "settings"],
    ["/user", undefined],
    ["/projects-of-others", undefined],
    ["/", undefined],
  ])("marks %s as %s", (path, marker) => {
    expect(activeMarker("superadmin", path)).toBe(marker);
  });

  it("marks nothing that is not in the menu", () => {
    expect(activeMarker("user", "/users")).toBeUndefined();
  });
});
