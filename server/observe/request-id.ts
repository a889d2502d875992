import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Short and plain: it is repeated in every line of the log, and in an answer's header. */
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The id of a request: a proxy's of ours, so that its log and this one tell of one thing, or a new one. What clients without
 * a proxy in front make up is not believed.
 * @param trustedProxies how many reverse proxies of ours stand in front of this process
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">, trustedProxies: number): string {
  const given = headers["x-request-id"];
  return trustedProxies > 0 && typeof given === "string" && PLAIN.test(given) ? given : randomUUID();
}
