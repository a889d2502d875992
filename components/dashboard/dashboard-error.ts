import { RequestError } from "@/components/shared/request-json";

export function adminDashboardError(error: unknown): string {
  if (error instanceof RequestError && error.message) return error.message;
  if (error instanceof RequestError && error.status === 0) return "Network error. Please try again later.";
  return "Failed to fetch dashboard stats";
}

export function dashboardError(error: unknown): string {
  if (!(error instanceof RequestError)) return "Failed to load dashboard data";
  if (error.message) return error.message;
  if (error.status === 0) return "Failed to load dashboard data";
  return error.status === 401 ? "No authentication token found" : `Failed to load dashboard (${error.status})`;
}
