import type { IncomingMessage, ServerResponse } from "node:http";
import { findViewer } from "../../lib/accounts/sessions/data";
import { env } from "../../lib/env";
import { isNavigation } from "../../lib/http/fetch-metadata";
import { toRequestLike } from "../../lib/http/node";
import { findRight } from "../../lib/maps/data";
import { signTicket } from "../../lib/maps/policy";
import { asFolder, type MapAddress, parseMapAddress, STEP_PARAMETER, TICKET_PARAMETER, withParameter } from "../../lib/maps/schema";
import { notFoundMessage, sendMessage, sendRedirect } from "../http/message-page";

/** What is offered, by route; on the maps' own origin as well. */
export const MAP_ROUTES = { "/projects/maps/[...path]": ["GET", "HEAD"] } as const;

const FRAME_ANCESTORS = "'self'";

function sendNotFound(request: IncomingMessage, response: ServerResponse): void {
  sendMessage(request, response, notFoundMessage, FRAME_ANCESTORS);
}

/** A page asks for a sign-in; anything else learns that one is needed, and nothing of the map. */
function turnAway(request: IncomingMessage, response: ServerResponse, { clean }: MapAddress): void {
  if (isNavigation(request.headers)) {
    sendRedirect(response, `/login?next=${encodeURIComponent(clean)}`);
  } else {
    const message = { status: 401, title: "Sign in to open this map", text: "" };
    sendMessage(request, response, message, FRAME_ANCESTORS, { "WWW-Authenticate": "Bearer" });
  }
}

function ticketAddress({ clean, path, isFolder, step }: MapAddress, ticket: string): string {
  const address = path.length === 0 && !isFolder ? asFolder(clean) : clean;
  const stepped = step === "returned" ? withParameter(address, STEP_PARAMETER, step) : address;
  return `${env().mapsOrigin}${withParameter(stepped, TICKET_PARAMETER, ticket)}`;
}

/**
 * Maps as the application's origin answers for them (DESIGN §2): an uploaded map is somebody's script and must not run here,
 * so whoever may open it is sent to the maps' origin with a ticket. What does not exist and what is hidden answer alike.
 */
export async function handleMapRedirect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return sendMessage(request, response, { status: 405, title: "Method not allowed", text: "" }, FRAME_ANCESTORS, { Allow: "GET, HEAD" });
  }
  const address = parseMapAddress(request.url ?? "");
  if (!address) return sendNotFound(request, response);
  const viewer = await findViewer(toRequestLike(request));
  if (!viewer) return turnAway(request, response, address);
  const right = await findRight(viewer, address.scope);
  if (!right) return sendNotFound(request, response);
  sendRedirect(response, ticketAddress(address, signTicket(right, Date.now())));
}
