import { MAPS_PATH } from "../../lib/maps/schema";
import { HEALTH_CHECKS, type Route, type RouteFinder } from "./route";

const FILE: Route = { pattern: `${MAPS_PATH}/[...path]`, kind: "call" };
const UNKNOWN: Route = { pattern: "(unknown)", kind: "call" };

/** Finds routes of the maps process. */
export const findMapsRoute: RouteFinder = (asked) => {
  if (asked.startsWith(`${MAPS_PATH}/`)) return FILE;
  return HEALTH_CHECKS.has(asked) ? { pattern: asked, kind: "quiet" } : UNKNOWN;
};
