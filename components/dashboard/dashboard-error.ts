import { RequestError } from "@/components/shared/request-json";

/** What the person reads when the Admin Dashboard did not load (spec 000 §8): the server's message whenever there is one. */
export function adminDashboardError(error: unknown): string {
  if (error instanceof RequestError && error.message) return error.message;
  if (error instanceof RequestError && error.status === 0) return "Network error. Please try again later.";
  return "Failed to fetch dashboard stats";
}

/** The same of the other two dashboards. An answer that is none, or cannot be read, is told as one. */
export function dashboardError(error: unknown): string {
  if (!(error instanceof RequestError)) return "Failed to load dashboard data";
  if (error.message) return error.message;
  if (error.status === 0) return "Failed to load dashboard data";
  return error.status === 401 ? "No authentication token found" : `Failed to load dashboard (${error.status})`;
}
