import { expect, test } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { adminDashboardError, dashboardError } from "./use-dashboard";

const unreadable = new SyntaxError("odd");

test.each([
  [new RequestError("Only for admins.", 403), "Only for admins.", "Only for admins."],
  [new RequestError("", 401), "Failed to fetch dashboard stats", "No authentication token found"],
  [new RequestError("", 500), "Failed to fetch dashboard stats", "Failed to load dashboard (500)"],
  [new RequestError("", 0), "Network error. Please try again later.", "Failed to load dashboard data"],
  [unreadable, "Failed to fetch dashboard stats", "Failed to load dashboard data"],
])("%s is reported to admins as %j and to other roles as %j", (error, ofAdmins, ofOthers) => {
  expect(adminDashboardError(error)).toBe(ofAdmins);
  expect(dashboardError(error)).toBe(ofOthers);
});
