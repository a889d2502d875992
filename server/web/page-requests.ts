import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { AppError } from "../../lib/errors";

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
