import type { IncomingMessage, ServerResponse } from "node:http";
import type { SmallReads } from "../../lib/blobs/small-reads";
import type { BlobStore } from "../../lib/blobs/store";
import { env } from "../../lib/env";
import { errorCode } from "../../lib/errors";
import { contentDisposition } from "../../lib/http/content-disposition";
import { isPageOrCode } from "../../lib/http/content-type";
import { isDownload, isFromBrowser, isFromElsewhere, isNavigation } from "../../lib/http/fetch-metadata";
import { hasValidHost } from "../../lib/http/node";
import { errorAnswer } from "../../lib/http/route";
import { pathForLog } from "../../lib/logging/log-path";
import { logger } from "../../lib/logging/logger";
import { contextOf } from "../../lib/logging/request";
import { homeOf, labelOf } from "../../lib/maps/origins/origin";
import { isDueForRenewal, openScope, passCookies, readPasses, verifyTicket } from "../../lib/maps/policy";
import {
  accountOf,
  asFolder,
  type ExpiringRight,
  LABEL_PARAMETER,
  MAPS_PATH,
  type MapAddress,
  type MapGrant,
  type MapHome,
  type MapRight,
  parseMapAddress,
  STEP_PARAMETER,
  splitScope,
  type Ticket,
  withParameter,
} from "../../lib/maps/schema";
import { ASSETS } from "../../lib/maps/values";
import type { Entry, EntryQuestion } from "../../lib/trees/data";
import type { EntryPath } from "../../lib/trees/schema";
import { findStartPage } from "../../lib/trees/start-page/data";
import { findHealthHandler, PLAIN_HEALTH_ROUTES } from "../health/handler";
import { type Message, notFoundMessage, sendMessage, sendRedirect } from "../http/message-page";
import { sendNegotiated } from "../representation/negotiate";
import { sendCurrent } from "../representation/send";
import { cookieNeeded, linkEnded, sharedCookieNeeded } from "../web/map-messages";
import { MAP_ROUTES } from "../web/map-redirect";
import { EntryLookup } from "./entry-lookup";
import { sendEvictingWorker } from "./evicting-worker";
import { EXTERNAL_MAP_ROUTES, isExternalMapAddress, sendExternalMap } from "./external-page";
import { FastPath } from "./fast-path";
import { NOTHING_PERMITTED, setGrantHeaders } from "./grant-headers";

import { type Lost, RightCheck } from "./right-check";
import { findShown } from "./shown-entry";
import type { TreeStates } from "./tree-states";
import { isMapView } from "./view-counter";
import { type FindViewerFile, VIEWER_ROUTES, ViewerFiles } from "./viewer-files";

export interface MapsParts {
  store: BlobStore;
  findGrant(right: MapRight): Promise<MapGrant | null>;
  /** Resolves to false when the ticket has been used before. */
  redeemTicket(ticket: Ticket): Promise<boolean>;
  findEntries(questions: readonly EntryQuestion[]): Promise<(Entry | null)[]>;
  findViewerFile: FindViewerFile;
  /** @param accountId null for a share link */
  countView(projectId: string, accountId: string | null): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Without them, each request looks up its file in the database and reads it from the store. */
  caches?: { trees: TreeStates; reads: SmallReads };
}

/** Methods by route. */
export const MAPS_ROUTES = {
  "/healthz": ["GET", "HEAD"],
  ...PLAIN_HEALTH_ROUTES,
  ...MAP_ROUTES,
  ...EXTERNAL_MAP_ROUTES,
  ...VIEWER_ROUTES,
} as const;

/** Returns true for a page of another map, and for a browser on the origin that all programs share. */
function isOutOfPlace(headers: IncomingMessage["headers"], home: MapHome): boolean {
  return env().isolatesMaps && (home === "shared" ? isFromBrowser(headers) : isFromElsewhere(headers));
}

/** Returns the address that redirects a download back (server/web/map-redirect.ts). */
function detourOf(address: string, home: MapHome): string {
  const detour = withParameter(address, STEP_PARAMETER, "download");
  return home === "shared" ? detour : withParameter(detour, LABEL_PARAMETER, labelOf(home));
}

interface OpenedAddress {
  address: MapAddress;
  pass: ExpiringRight;
  /** Whether the first page answers for an address without a file. */
  allowsRouting: boolean;
}

function isDeparture(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ABORT_ERR" || code === "ECONNRESET" || code === "EPIPE";
}

function rootOf(scope: string, { project, scope: ofRight }: MapRight): EntryQuestion["root"] {
  if (scope === ASSETS || project === null) return ASSETS;
  const { version } = splitScope(ofRight);
  return version === null ? { projectId: project } : { treeId: version };
}

/** Answers requests for maps and their files. Never rejects. */
export class MapsHandler {
  private readonly rights: RightCheck;
  private readonly entries: EntryLookup;
  private readonly store: BlobStore;
  private readonly fast: FastPath | null;
  private readonly viewer: ViewerFiles;
  private readonly frameAncestors = `'self' ${env().appOrigin}`;
  /** Headers of tiles, images and other data. A browser uses them as long as this process uses a right that was lost. */
  private readonly dataHeaders = {
    "Cache-Control": "private, max-age=30",
    "Cross-Origin-Resource-Policy": "same-origin",
    // Public tile servers require a referrer. They get the host only.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
  /** The browser revalidates each use of a page, script or style, so that they fit each other after an edit. */
  private readonly pageHeaders = { ...this.dataHeaders, "Cache-Control": "private, no-cache" };

  constructor(private readonly parts: MapsParts) {
    const { store, caches, now } = parts;
    this.rights = new RightCheck(parts.findGrant, now);
    this.entries = new EntryLookup(parts.findEntries, now);
    this.viewer = new ViewerFiles(parts.findViewerFile);
    this.store = caches ? caches.reads.inFrontOf(store) : store;
    const answerFully: MapsHandler["answerFully"] = (request, response) => this.answerFully(request, response);
    const setGrant = (response: ServerResponse, grant: MapGrant) => setGrantHeaders(response, grant, this.frameAncestors);
    this.fast = caches ? new FastPath({ ...caches, store, rights: this.rights, rootOf, answerFully, setGrant, now }) : null;
  }

  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const answered = this.fast?.answer(request, response) || this.answerFully(request, response);
    return answered === true ? undefined : answered;
  }

  private async answerFully(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("Permissions-Policy", NOTHING_PERMITTED);
    try {
      if (hasValidHost(request)) await this.answer(request, response);
      else this.send(request, response, { status: 400, title: "The Host header must name one host", text: "" });
    } catch (error) {
      this.answerError(request, response, error);
    }
  }

  forgetRights(lost: Lost): void {
    this.rights.forget(lost);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return this.send(request, response, { status: 405, title: "Method not allowed", text: "" }, { Allow: "GET, HEAD" });
    }
    if (request.url === "/healthz") return this.sendHealth(request, response);
    const handleHealth = findHealthHandler(request.url ?? "");
    if (handleHealth) return handleHealth(request, response, {});
    if (request.headers["service-worker"] === "script") return sendEvictingWorker(request, response);
    if (isExternalMapAddress(request.url ?? "")) return sendExternalMap(request, response, this.parts.now());
    if (await this.viewer.send(request, response)) return;
    const address = parseMapAddress(request.url ?? "") ?? this.findRooted(request);
    if (address) await this.answerMap(request, response, address);
    else this.send(request, response, notFoundMessage);
  }

  private async answerMap(request: IncomingMessage, response: ServerResponse, address: MapAddress): Promise<void> {
    const home = homeOf(request.headers.host);
    if (isOutOfPlace(request.headers, home)) return this.refuse(request, response, address, home);
    const ticket = address.ticket === null ? null : verifyTicket(address.ticket, address.scope, this.parts.now(), home);
    if (ticket && (await this.parts.redeemTicket(ticket))) return this.swap(response, address, ticket, home);
    // The browser sends the cookie only to paths with the slash.
    if (address.path.length === 0 && !address.isFolder) return sendRedirect(response, asFolder(address.clean));
    const found = await this.findPass(request, address, home);
    if (!found) return this.requestTicket(request, response, address, home);
    const [pass, grant] = found;
    if (address.step === "download") response.setHeader("Content-Disposition", contentDisposition("attachment", address.path.at(-1) ?? ""));
    else if (address.ticket !== null || address.step !== null) return sendRedirect(response, address.clean);
    if (isDueForRenewal(pass, this.parts.now())) response.setHeader("Set-Cookie", passCookies(pass, this.parts.now(), home));
    setGrantHeaders(response, grant, this.frameAncestors);
    const allowsRouting = grant.allowsRouting && isNavigation(request.headers);
    await sendCurrent(response, (isRetry) => this.sendEntry(request, response, { address, pass, allowsRouting }, isRetry));
  }

  /** Returns the address in the map of a root path such as `/assets/app.js`, which builds of web frameworks use, on a map's own origin. */
  private findRooted({ url = "", headers }: IncomingMessage): MapAddress | null {
    const scope = openScope(headers.cookie, this.parts.now(), homeOf(headers.host));
    return scope === null ? null : parseMapAddress(`${MAPS_PATH}/${scope}${url}`);
  }

  private refuse(request: IncomingMessage, response: ServerResponse, { clean }: MapAddress, home: MapHome): void {
    const forPrograms = {
      status: 403,
      title: "This address is for programs",
      text: "Browsers open each map at an address of its own.",
      link: { href: `${env().appOrigin}${clean}`, label: "Open the map" },
    };
    this.send(request, response, home === "shared" ? forPrograms : notFoundMessage);
  }

  private swap(response: ServerResponse, { clean, step }: MapAddress, ticket: Ticket, home: MapHome): void {
    const next = step === "returned" ? "cookie" : step;
    const onward = next === null ? clean : withParameter(clean, STEP_PARAMETER, next);
    // An editor who opens the map sees the edit, not what the browser has kept.
    const cleared = ticket.isEdited && { "Clear-Site-Data": '"cache"' };
    sendRedirect(response, onward, { "Set-Cookie": passCookies(ticket, this.parts.now(), home), ...cleared });
  }

  private async findPass(request: IncomingMessage, { scope }: MapAddress, home: MapHome): Promise<[ExpiringRight, MapGrant] | null> {
    for (const pass of readPasses(request.headers.cookie, scope, this.parts.now(), home)) {
      const grant = await this.rights.find(pass);
      if (!grant) continue;
      const context = contextOf(request);
      if (context) context.accountId = accountOf(pass);
      return [pass, grant];
    }
    return null;
  }

  /** Redirects pages to get a ticket. Other requests get 404, whether the file exists or not. */
  private requestTicket(request: IncomingMessage, response: ServerResponse, { scope, clean, step }: MapAddress, home: MapHome): void {
    const address = `${env().appOrigin}${clean}`;
    const passes = readPasses(request.headers.cookie, scope, this.parts.now(), home);
    if (!isNavigation(request.headers)) this.send(request, response, notFoundMessage);
    else if (isDownload(request.headers) && step === null) sendRedirect(response, detourOf(address, home));
    else if (passes.some((pass) => "link" in pass)) this.send(request, response, linkEnded(address));
    else if (step === null) sendRedirect(response, withParameter(address, STEP_PARAMETER, "returned"));
    else this.send(request, response, step === "shared" ? sharedCookieNeeded() : cookieNeeded(address));
  }

  private async sendEntry(
    request: IncomingMessage,
    response: ServerResponse,
    { address, pass, allowsRouting }: OpenedAddress,
    isRetry: boolean,
  ): Promise<void> {
    const root = rootOf(address.scope, pass);
    const state = await this.parts.caches?.trees.find(root);
    const tree = state ? { root: { treeId: state.treeId }, revision: state.revision } : { root };
    const find = (path: EntryPath) => this.entries.find({ ...tree, path }, isRetry);
    const parts = { find, findStartPage: () => findStartPage(tree.root), allowsRouting };
    const entry = state === null ? null : await findShown(address, parts);
    if (!entry) return this.send(request, response, notFoundMessage);
    if (typeof entry === "string") return sendRedirect(response, entry);
    const isPage = isPageOrCode(entry.name);
    const headers = isPage ? this.pageHeaders : this.dataHeaders;
    await sendNegotiated(request, response, this.store, entry, headers);
    const isCounted = root !== ASSETS && "projectId" in root && isMapView(request, response.statusCode, entry.name);
    if (isCounted) this.parts.countView(root.projectId, accountOf(pass));
    // Views of pages are counted here.
    if (state && !isPage) await this.fast?.remember(request, state, entry, headers);
  }

  private sendHealth(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { "Cache-Control": "no-store", "Content-Length": 3, "Content-Type": "text/plain; charset=utf-8" });
    response.end(request.method === "HEAD" ? undefined : "ok\n");
  }

  private send(request: IncomingMessage, response: ServerResponse, message: Message, headers: Record<string, string> = {}): void {
    sendMessage(request, response, message, this.frameAncestors, headers);
  }

  private answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.destroyed || response.headersSent) {
      if (!isDeparture(error))
        logger.error({ err: error, requestId: contextOf(request)?.id, path: pathForLog(request.url) }, "answer cut off");
      response.destroy();
      return;
    }
    const { status, headers, body } = errorAnswer(error, contextOf(request)?.id);
    const { "Retry-After": retryAfter, "X-Request-Id": requestId } = headers;
    this.send(
      request,
      response,
      { status, title: status === 503 ? "Not available right now" : "Something went wrong", text: body.message },
      { ...(retryAfter && { "Retry-After": retryAfter }), ...(requestId && { "X-Request-Id": requestId }) },
    );
  }
}
