import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { AppError, methodNotAllowed } from "../../lib/errors";

/** At and below these lie calls, which know their methods themselves; so do the addresses of Next's own, and it needs some to develop with. */
const CALLS = /^\/(?:api|extract-tus-zip|extraction-progress|_next|__nextjs_[^/]*)(?:\/|$)/;
const PAGE_METHODS: readonly string[] = ["GET", "HEAD"];

const STATE_HEADER = "next-router-state-tree";

/** Ours have some hundred characters; the time it takes to check one grows with the square of its depth. */
const STATE_LIMIT = 4_000;

/**
 * What the router in the browser says it has already. Next answers 500 to what is none, so its own check is asked beforehand.
 * @throws AppError 400
 */
export function checkRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  const state = headers[STATE_HEADER];
  const text = "The state of the router cannot be read.";
  if (state && state.length > STATE_LIMIT) throw new AppError("bad_request", text);
  try {
    parseAndValidateFlightRouterState(state);
  } catch (cause) {
    throw new AppError("bad_request", text, { cause });
  }
}

/** True where there is no page, nor the one that says so. @param path without a query */
export function isCall(path: string): boolean {
  return CALLS.test(path);
}

/** To Next a page is one by whatever method it is asked for. @param path without a query. @throws AppError 405 */
export function checkPageMethod({ method = "" }: Pick<IncomingMessage, "method">, path: string): void {
  if (!PAGE_METHODS.includes(method) && !isCall(path)) throw methodNotAllowed(PAGE_METHODS);
}
