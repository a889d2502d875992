import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { findViewer, isAdmin } from "../../lib/accounts/sessions/policy";
import { DUTY_PAGES, type Viewer } from "../../lib/accounts/sessions/schema";
import { env } from "../../lib/env";
import { AppError } from "../../lib/errors";
import { isFromBrowser, isNavigation } from "../../lib/http/fetch-metadata";
import { toRequestLike } from "../../lib/http/node";
import { findRight } from "../../lib/maps/data";
import { signExternalTicket } from "../../lib/maps/external/policy";
import { EXTERNAL_MAPS_PATH } from "../../lib/maps/external/schema";
import { mapOriginOf, originOfLabel } from "../../lib/maps/origins/origin";
import { signTicket } from "../../lib/maps/policy";
import {
  asFolder,
  MAP_PROBLEM_HEADER,
  type MapAddress,
  type OpeningRight,
  parseMapAddress,
  STEP_PARAMETER,
  splitScope,
  TICKET_PARAMETER,
  withParameter,
  withSafeName,
} from "../../lib/maps/schema";
import { ASSETS } from "../../lib/maps/values";
import { emptyAnswer, pageAnswer } from "../../lib/openapi/description";
import { findProject } from "../../lib/projects/data";
import { findGuestVisit, type GuestVisit } from "../../lib/projects/guests/data";
import { mapUrlSchema } from "../../lib/projects/schema";
import { hasOpeningPage } from "../../lib/trees/start-page/data";
import type { Mount, RouteParameters } from "../http/handler";
import { type Message, notFoundMessage, sendMessage, sendRedirect } from "../http/message-page";
import { cookieNeeded } from "./map-messages";

/** Methods by route, also on the maps origin. */
export const MAP_ROUTES = { "/projects/maps/[...path]": ["GET", "HEAD"] } as const;

const FRAME_ANCESTORS = "'self'";

export function sendNotFound(request: IncomingMessage, response: ServerResponse): void {
  sendMessage(request, response, notFoundMessage, FRAME_ANCESTORS);
}

/** Redirects a page to the sign-in, or to that of guests. Answers 401 to other requests, whether the map exists or not. */
function requireSignIn(request: IncomingMessage, response: ServerResponse, page: string): void {
  if (isNavigation(request.headers)) {
    sendRedirect(response, page);
  } else {
    const message = { status: 401, title: "Sign in to open this map", text: "" };
    sendMessage(request, response, message, FRAME_ANCESTORS, { "WWW-Authenticate": "Bearer" });
  }
}

/**
 * Returns the viewer of a map, or null: for a guest without an account, or after an answer. Pages without any right go to the sign-in, or to
 * that of a duty.
 */
export async function findMapViewer(
  request: IncomingMessage,
  response: ServerResponse,
  { clean }: Pick<MapAddress, "clean">,
  guest: GuestVisit | null = null,
): Promise<Viewer | null> {
  const next = encodeURIComponent(clean);
  try {
    const viewer = await findViewer(toRequestLike(request), "publish-read");
    if (!viewer && !guest?.right) requireSignIn(request, response, guest?.page ?? `/login?next=${next}`);
    return viewer;
  } catch (error) {
    const { reason } = error instanceof AppError ? error : {};
    if (!reason || reason === "proof_required" || reason === "disk_full" || !isNavigation(request.headers)) throw error;
    if (!guest?.right) sendRedirect(response, `${DUTY_PAGES[reason]}?next=${next}`);
    return null;
  }
}

/**
 * - `open`: a program, a user who enters the address, or the viewer's frame. They get a ticket.
 * - `check`: one of our own pages checks whether the map would open.
 * - `refuse`: a script, image or frame of another origin, which may be another map.
 */
type Purpose = "open" | "check" | "refuse";

export function purposeOf(headers: IncomingHttpHeaders): Purpose {
  if (!isFromBrowser(headers)) return "open";
  const isOurs = headers["sec-fetch-site"] === "same-origin";
  if (!isNavigation(headers)) return isOurs ? "check" : "refuse";
  const place = headers["sec-fetch-dest"];
  return place === "document" || (place === "iframe" && isOurs) ? "open" : "refuse";
}

export function refuse(request: IncomingMessage, response: ServerResponse, place: Pick<MapAddress, "scope" | "clean" | "step">): void {
  const message: Message = {
    status: 403,
    map: place.scope,
    title: "Open this map in a tab",
    text: "Other pages can't show a map inside themselves.",
    link: { href: `${env().appOrigin}${place.clean}`, label: "Open the map" },
  };
  sendMessage(request, response, place.step === "returned" ? cookieNeeded(place) : message, FRAME_ANCESTORS);
}

/** Returns the address of the map with a ticket to open it. Programs use the origin above those of the maps: many can't resolve *.localhost. */
export function mapLocation(
  headers: IncomingHttpHeaders,
  { clean, path, isFolder, step }: Pick<MapAddress, "clean" | "path" | "isFolder" | "step">,
  right: OpeningRight,
  purpose: Purpose,
): string {
  const origin = isFromBrowser(headers) ? mapOriginOf(right.project, splitScope(right.scope).version) : env().mapsOrigin;
  const address = `${origin}${path.length === 0 && !isFolder ? asFolder(clean) : clean}`;
  if (purpose === "check") return address;
  const stepped = step === null ? address : withParameter(address, STEP_PARAMETER, step);
  return withParameter(stepped, TICKET_PARAMETER, signTicket(right, Date.now()));
}

/** Redirects a tab to the application's page about maps that are not shared, for a missing map as well. Former versions are only for admins. */
function sendRefusal(request: IncomingMessage, response: ServerResponse, { scope }: MapAddress): void {
  const isTab = isNavigation(request.headers) && request.headers["sec-fetch-dest"] !== "iframe";
  if (isTab && scope !== ASSETS && splitScope(scope).version === null) sendRedirect(response, `/projects?map=${scope}`);
  else sendNotFound(request, response);
}

function sendNoIndex(request: IncomingMessage, response: ServerResponse, viewer: Viewer | null, { scope }: MapAddress): void {
  const forAdmins = {
    title: "This map has no index.html",
    text: "Visitors see the map once there is an index.html at the top of its files.",
    link: { href: `/projects?files=${scope}`, label: "Open its files" },
  };
  const forUsers = { title: "This map can't be shown yet", text: "It has no page to begin with. Ask an admin to complete it." };
  const [kind, message] = viewer && isAdmin(viewer) ? ["no-index", forAdmins] : ["incomplete", forUsers];
  sendMessage(request, response, { status: 404, map: scope, ...message }, FRAME_ANCESTORS, { [MAP_PROBLEM_HEADER]: kind });
}

/** Redirects from the address with the project's name to the one with its safe name. */
function sendToSafeName(request: IncomingMessage, response: ServerResponse): void {
  const address = withSafeName(request.url ?? "");
  if (address !== null && parseMapAddress(address)) sendRedirect(response, address);
  else sendNotFound(request, response);
}

/** Redirects a download back to the map. After a redirect to another origin, Chromium requests it as the frame does, with its cookies. */
function returnDownload(request: IncomingMessage, response: ServerResponse, { clean, label }: MapAddress): void {
  const origin = originOfLabel(label);
  if (origin === null) sendNotFound(request, response);
  else sendRedirect(response, `${origin}${withParameter(clean, STEP_PARAMETER, "download")}`);
}

interface Opening {
  viewer: Viewer | null;
  right: OpeningRight | null;
  /** Where the map of a guest is, if it is on another site. */
  mapUrl: string | null;
}

/** Finds what the caller may open by the account, or else as a guest. @returns null after an answer */
async function findOpening(request: IncomingMessage, response: ServerResponse, address: MapAddress): Promise<Opening | null> {
  const guest = await findGuestVisit(request.headers.cookie, address.scope);
  const viewer = await findMapViewer(request, response, address, guest);
  if (!viewer && !guest?.right) return null;
  const own = viewer && (await findRight(viewer, address.scope));
  if (own) return { viewer, right: own, mapUrl: null };
  return { viewer, right: guest?.right ?? null, mapUrl: guest?.mapUrl ?? null };
}

/** Redirects to the maps origin with a signed ticket: uploaded scripts must not run here (docs/decisions/0003). */
async function handleMapRedirect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return sendMessage(request, response, { status: 405, title: "Method not allowed", text: "" }, FRAME_ANCESTORS, { Allow: "GET, HEAD" });
  }
  const address = parseMapAddress(request.url ?? "");
  if (!address) return sendToSafeName(request, response);
  if (address.step === "download") return returnDownload(request, response, address);
  const purpose = purposeOf(request.headers);
  if (purpose === "refuse") return refuse(request, response, address);
  const opening = await findOpening(request, response, address);
  if (!opening) return;
  const { viewer, right, mapUrl } = opening;
  if (!right) return sendRefusal(request, response, address);
  if (mapUrl !== null) return sendRedirect(response, mapUrl);
  const home = address.path.length === 0 && (purpose === "check" || isNavigation(request.headers)) ? right.project : null;
  if (home && !(await hasOpeningPage({ projectId: home }))) return sendNoIndex(request, response, viewer, address);
  sendRedirect(response, mapLocation(request.headers, address, right, purpose));
}

export const MAP_ERROR_TYPES = ["text/html", "text/plain"];

export const mapRedirect: Mount = {
  path: "/projects/maps",
  routes: MAP_ROUTES,
  tag: "Maps",
  callers: "everyone",
  calls: {
    "GET /projects/maps/{path}": {
      summary: "Open a map",
      head: "Check a map",
      description:
        "`path` is a safe name and a path in the map, with slashes. Redirects callers who may open the map to its origin with a ticket, also guests. Redirects pages without a session to the sign-in, or to that of guests. Errors are pages.",
      path: z.object({ path: z.string() }),
      answers: { 302: emptyAnswer("The address on the map's origin, or a sign-in.", z.object({ Location: z.string() })) },
      otherErrors: {
        401: pageAnswer("The request has no session.", MAP_ERROR_TYPES),
        404: pageAnswer("The map does not exist, or the account may not open it.", MAP_ERROR_TYPES),
      },
    },
  },
  handler: handleMapRedirect,
};

/** Redirects to the page on the maps' origin that frames a map of another site. The application frames no other site (docs/decisions/0019). */
async function handleExternalMap(request: IncomingMessage, response: ServerResponse, { safeName = "" }: RouteParameters): Promise<void> {
  const address = { scope: safeName, clean: `${EXTERNAL_MAPS_PATH}/${encodeURIComponent(safeName)}`, step: null };
  const purpose = purposeOf(request.headers);
  if (purpose === "refuse") return refuse(request, response, address);
  const viewer = await findMapViewer(request, response, address);
  if (!viewer) return;
  const project = await findProject(viewer, safeName);
  const url = mapUrlSchema.safeParse(project?.viewMap).data;
  if (!project || !url || new URL(url).origin === env().appOrigin) return sendNotFound(request, response);
  const page = `${env().mapsOrigin}${address.clean}`;
  if (purpose === "check") return sendRedirect(response, page);
  const ticket = signExternalTicket({ url, allowsLocation: project.allowsLocation, allowsCamera: project.allowsCamera }, Date.now());
  sendRedirect(response, withParameter(page, TICKET_PARAMETER, ticket));
}

export const externalMapRedirect: Mount = {
  path: `${EXTERNAL_MAPS_PATH}/[safeName]`,
  methods: ["GET", "HEAD"],
  tag: "Maps",
  callers: "everyone",
  calls: {
    "GET /projects/external-maps/{safeName}": {
      summary: "Open a map of another site in the viewer",
      head: "Check a map of another site",
      description:
        "Redirects to a page on the maps' origin that shows the project's Map URL in a frame. Redirects pages without a session to the sign-in. Errors are pages.",
      path: z.object({ safeName: z.string() }),
      answers: { 302: emptyAnswer("The page on the maps' origin, or the sign-in.", z.object({ Location: z.string() })) },
      otherErrors: {
        401: pageAnswer("The request has no session.", MAP_ERROR_TYPES),
        404: pageAnswer("The project does not exist, has no Map URL, or the account may not open it.", MAP_ERROR_TYPES),
      },
    },
  },
  handler: handleExternalMap,
};
