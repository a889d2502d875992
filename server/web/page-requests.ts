import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { AppError, methodNotAllowed } from "../../lib/errors";

/** API routes check their methods themselves, and Next's own addresses need other methods during development. */
const API_PATHS = /^\/(?:api|extract-tus-zip|extraction-progress|_next|__nextjs_[^/]*)(?:\/|$)/;
const PAGE_METHODS: readonly string[] = ["GET", "HEAD"];

const STATE_HEADER = "next-router-state-tree";

/** Real states have some hundred characters. The time to check one grows with the square of its depth. */
const STATE_LIMIT = 4_000;

/** The kinds of dynamic parameters in a state: catch-all, optional catch-all, plain, and the intercepted ones. */
const parameterKind = z.string().regex(/^(?:c|oc|d|[cd]i(?:\(\.\)|\(\.\.\)|\(\.\.\.\)|\(\.\.\)\(\.\.\)))$/);
const segmentSchema = z.union([z.string(), z.tuple([z.string(), z.string(), parameterKind, z.array(z.string()).nullable()])]);

/** Next's router state: a segment, its children, and other values that the router needs to refresh it. */
const routerStateSchema: z.ZodType = z.tuple([
  segmentSchema,
  z.record(
    z.string(),
    z.lazy(() => routerStateSchema),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

function isRouterState(header: string): boolean {
  if (header.length > STATE_LIMIT) return false;
  try {
    return routerStateSchema.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}

/** Checks the header in which Next's client lists the parts of a page that it has. Next answers 500 to an invalid one. @throws AppError 400 */
export function checkRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  const state = headers[STATE_HEADER];
  if (state === undefined) return;
  if (typeof state !== "string" || !isRouterState(state)) throw new AppError("bad_request", "The state of the router cannot be read.");
}

/** Returns true for paths that no page and no "not found" page answers. @param path without a query */
export function isApiPath(path: string): boolean {
  return API_PATHS.test(path);
}

/** Next renders a page for every method. @param path without a query. @throws AppError 405 */
export function checkPageMethod({ method = "" }: Pick<IncomingMessage, "method">, path: string): void {
  if (!PAGE_METHODS.includes(method) && !isApiPath(path)) throw methodNotAllowed(PAGE_METHODS);
}
