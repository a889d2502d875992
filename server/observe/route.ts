import { EXTERNAL_MAPS_PATH } from "../../lib/maps/external/schema";
import { MAPS_PATH } from "../../lib/maps/schema";
import { LIVE_PATH, PLAIN_LIVE_PATH, PLAIN_READY_PATH, READY_PATH } from "../health/handler";

export interface Route {
  pattern: string;
  /** `quiet`: build files and health checks, which are frequent and uninteresting. */
  kind: "call" | "upload" | "quiet";
}

export type RouteFinder = (path: string, method: string) => Route;

/** Paths that monitoring requests every few seconds. */
export const HEALTH_CHECKS: ReadonlySet<string> = new Set([
  "/api/health",
  "/healthz",
  LIVE_PATH,
  READY_PATH,
  PLAIN_LIVE_PATH,
  PLAIN_READY_PATH,
]);

const MAP_FILE: Route = { pattern: `${MAPS_PATH}/[...path]`, kind: "call" };
const EXTERNAL_MAP: Route = { pattern: `${EXTERNAL_MAPS_PATH}/[safeName]`, kind: "call" };
const VIEWER_FILE: Route = { pattern: "/viewer/[hash]/[name]", kind: "quiet" };
export const UNKNOWN_ROUTE: Route = { pattern: "(unknown)", kind: "call" };

export const findMapsRoute: RouteFinder = (path) => {
  if (path.startsWith(`${MAPS_PATH}/`)) return MAP_FILE;
  if (path.startsWith(`${EXTERNAL_MAPS_PATH}/`)) return EXTERNAL_MAP;
  if (path.startsWith("/viewer/")) return VIEWER_FILE;
  return HEALTH_CHECKS.has(path) ? { pattern: path, kind: "quiet" } : UNKNOWN_ROUTE;
};
