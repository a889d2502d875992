import type { IncomingMessage, ServerResponse } from "node:http";
import { findViewer } from "../../lib/accounts/sessions/data";
import { env } from "../../lib/env";
import { isNavigation } from "../../lib/http/fetch-metadata";
import { toRequestLike } from "../../lib/http/node";
import { findRight } from "../../lib/maps/data";
import { signTicket } from "../../lib/maps/policy";
import { asFolder, type MapAddress, parseMapAddress, STEP_PARAMETER, TICKET_PARAMETER, withParameter } from "../../lib/maps/schema";
import type { Mount } from "../http/handler";
import { notFoundMessage, sendMessage, sendRedirect } from "../http/message-page";

/** Methods by route, also on the maps origin. */
export const MAP_ROUTES = { "/projects/maps/[...path]": ["GET", "HEAD"] } as const;

const FRAME_ANCESTORS = "'self'";

function sendNotFound(request: IncomingMessage, response: ServerResponse): void {
  sendMessage(request, response, notFoundMessage, FRAME_ANCESTORS);
}

/** Redirects a page to the sign-in. Answers 401 to other requests, whether the map exists or not. */
function requireSignIn(request: IncomingMessage, response: ServerResponse, { clean }: MapAddress): void {
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

/** Redirects to the maps origin with a signed ticket: uploaded scripts must not run here (docs/decisions/0003). */
async function handleMapRedirect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return sendMessage(request, response, { status: 405, title: "Method not allowed", text: "" }, FRAME_ANCESTORS, { Allow: "GET, HEAD" });
  }
  const address = parseMapAddress(request.url ?? "");
  if (!address) return sendNotFound(request, response);
  const viewer = await findViewer(toRequestLike(request));
  if (!viewer) return requireSignIn(request, response, address);
  const right = await findRight(viewer, address.scope);
  if (!right) return sendNotFound(request, response);
  sendRedirect(response, ticketAddress(address, signTicket(right, Date.now())));
}

export const mapRedirect: Mount = { path: "/projects/maps", routes: MAP_ROUTES, handler: handleMapRedirect };
