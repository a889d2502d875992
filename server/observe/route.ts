import { LIVE_PATH, PLAIN_LIVE_PATH, PLAIN_READY_PATH, READY_PATH } from "../health/handler";

/** What a request asks for, as the pattern of its route: there are some dozens, whatever clients send. */
export interface Route {
  pattern: string;
  /** `quiet`: files of the build and health checks, which come by the thousand and tell nothing. */
  kind: "call" | "upload" | "quiet";
}

/** @param path as the request has it, without its query */
export type RouteFinder = (path: string, method: string) => Route;

/** Asked by machines every few seconds. */
export const HEALTH_CHECKS: ReadonlySet<string> = new Set([
  "/api/health",
  "/healthz",
  LIVE_PATH,
  READY_PATH,
  PLAIN_LIVE_PATH,
  PLAIN_READY_PATH,
]);
